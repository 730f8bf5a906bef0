-- Invitations by name. The seat that one is for is kept (kept_seat) for as long as it is pending.
CREATE TABLE "invitation" (
  "id" UUID NOT NULL,
  "match_id" UUID NOT NULL,
  "host_id" UUID NOT NULL,
  "guest_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  "created_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "invitation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "invitation_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "invitation_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "invitation_guest_id_fkey" FOREIGN KEY ("guest_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "invitation_pending" ON "invitation"("match_id", "guest_id") WHERE "status" = 'pending';
CREATE INDEX "invitation_match" ON "invitation"("match_id");
CREATE INDEX "invitation_guest" ON "invitation"("guest_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "invitation_host" ON "invitation"("host_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "invitation_due" ON "invitation"("expires_at") WHERE "status" = 'pending';
CREATE INDEX "invitation_ended" ON "invitation"("ended_at") WHERE "status" <> 'pending';

-- Standing requests to play. Those with the same terms (a hash of game, seats, options and so on) can be paired with each other.
CREATE TABLE "seek" (
  "id" UUID NOT NULL,
  "player_id" UUID NOT NULL,
  "terms" TEXT NOT NULL,
  "game" TEXT NOT NULL,
  "seats" INTEGER NOT NULL,
  "options" JSON NOT NULL,
  "clock" JSON,
  "status" TEXT NOT NULL DEFAULT 'waiting',
  "match_id" UUID,
  "created_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "seek_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "seek_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "seek_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "seek_paired" CHECK (("status" = 'paired') = ("match_id" IS NOT NULL))
);
CREATE INDEX "seek_waiting" ON "seek"("terms", "created_at", "id") WHERE "status" = 'waiting';
CREATE INDEX "seek_listed" ON "seek"("player_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "seek_due" ON "seek"("expires_at") WHERE "status" = 'waiting';
CREATE INDEX "seek_ended" ON "seek"("ended_at") WHERE "status" <> 'waiting';

-- What a player can be invited to and paired for, as they have stated it. No row: everything.
CREATE TABLE "acceptance" (
  "player_id" UUID NOT NULL,
  "terms" JSON NOT NULL,
  CONSTRAINT "acceptance_pkey" PRIMARY KEY ("player_id"),
  CONSTRAINT "acceptance_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- What a player's inbox tells besides the entries of their matches, by the same clock as those. Kept for a month.
CREATE TABLE "news" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "player_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "match_id" UUID NOT NULL,
  -- The invitation or the seek.
  "about" UUID NOT NULL,
  "written_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "news_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "news_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "news_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "news_told" ON "news"("player_id", "written_at", "id");
CREATE INDEX "news_about" ON "news"("about");
CREATE INDEX "news_written_at" ON "news"("written_at");
