-- Tournaments: what their organisers have chosen, and the figures that lists show. Everything else follows from their records.
CREATE TABLE "tournament" (
  "id" UUID NOT NULL,
  "organiser_id" UUID NOT NULL,
  "setting" JSON NOT NULL,
  -- How often the setting was changed: whoever decides by it writes only where it is the same still.
  "revision" INTEGER NOT NULL DEFAULT 0,
  "status" TEXT NOT NULL DEFAULT 'open',
  -- Number of the newest record.
  "records" INTEGER NOT NULL DEFAULT 0,
  "entrants" INTEGER NOT NULL DEFAULT 0,
  "rounds" INTEGER NOT NULL DEFAULT 0,
  "tables" INTEGER NOT NULL DEFAULT 0,
  "tables_begun" INTEGER NOT NULL DEFAULT 0,
  "tables_ended" INTEGER NOT NULL DEFAULT 0,
  "commitment" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "started_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  -- When it was over and its last table had ended: nothing is left to do, and its secret is shown.
  "settled_at" TIMESTAMPTZ(3),
  CONSTRAINT "tournament_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "tournament_organiser_id_fkey" FOREIGN KEY ("organiser_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "tournament_listed" ON "tournament"("created_at" DESC, "id" DESC);
CREATE INDEX "tournament_unsettled" ON "tournament"("id") WHERE "settled_at" IS NULL;

-- The log of a tournament, only ever inserted: whoever comes second finds the number taken.
CREATE TABLE "tournament_record" (
  "tournament_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "record" JSON NOT NULL,
  CONSTRAINT "tournament_record_pkey" PRIMARY KEY ("tournament_id", "number"),
  CONSTRAINT "tournament_record_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournament"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Which accounts play in it, from the records: to list by player, and to find those who were blocked or erased.
CREATE TABLE "tournament_entrant" (
  "tournament_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "player_id" UUID NOT NULL,
  "withdrawn" BOOLEAN NOT NULL DEFAULT FALSE,
  CONSTRAINT "tournament_entrant_pkey" PRIMARY KEY ("tournament_id", "number"),
  CONSTRAINT "tournament_entrant_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournament"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "tournament_entrant_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "tournament_entrant_player" ON "tournament_entrant"("player_id");

-- From which all its deals come.
CREATE TABLE "tournament_secret" (
  "tournament_id" UUID NOT NULL,
  "sealed" BYTEA NOT NULL,
  CONSTRAINT "tournament_secret_pkey" PRIMARY KEY ("tournament_id")
);

-- A secret that several matches have.
CREATE TABLE "deal" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "tournament_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "sealed" BYTEA NOT NULL,
  -- Since then everybody may know it; before, those who play it know what their seats know.
  "shown_at" TIMESTAMPTZ(3),
  CONSTRAINT "deal_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "deal_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournament"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "deal_number" ON "deal"("tournament_id", "number");

-- The match of a table has no host: nobody but those who play it may see a private one.
ALTER TABLE "match" ALTER COLUMN "created_by" DROP NOT NULL;
ALTER TABLE "match" ADD COLUMN "tournament_id" UUID, ADD COLUMN "table_number" INTEGER, ADD COLUMN "deal_id" UUID;
ALTER TABLE "match" ADD CONSTRAINT "match_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournament"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "match" ADD CONSTRAINT "match_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "deal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "match" ADD CONSTRAINT "match_of_somebody" CHECK (
  ("tournament_id" IS NULL) = ("table_number" IS NULL) AND ("tournament_id" IS NULL) = ("deal_id" IS NULL) AND ("tournament_id" IS NULL) = ("created_by" IS NOT NULL));
CREATE UNIQUE INDEX "match_of_table" ON "match"("tournament_id", "table_number") WHERE "tournament_id" IS NOT NULL;
CREATE INDEX "match_of_deal" ON "match"("deal_id") WHERE "deal_id" IS NOT NULL;

-- News of a tournament are about no match.
ALTER TABLE "news" ALTER COLUMN "match_id" DROP NOT NULL;
