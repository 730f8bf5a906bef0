-- Players and their tokens.
CREATE TABLE "player" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "name_key" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "admin" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "player_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "player_name_key_key" ON "player"("name_key");

CREATE TABLE "token" (
  "id" UUID NOT NULL,
  "player_id" UUID NOT NULL,
  "hash" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  "scopes" TEXT[] NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "token_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "token_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "token_hash_key" ON "token"("hash");
CREATE INDEX "token_player_id_idx" ON "token"("player_id");

-- Matches and who sits where. The secret is in a table of its own, see below.
CREATE TABLE "match" (
  "id" UUID NOT NULL,
  "game" TEXT NOT NULL,
  "options" JSON NOT NULL,
  "seats" INTEGER NOT NULL,
  "visibility" TEXT NOT NULL,
  "seating" TEXT NOT NULL,
  "invitation" TEXT,
  "status" TEXT NOT NULL DEFAULT 'open',
  "commitment" TEXT NOT NULL,
  "result" JSON,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "match_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "match_created_at_id_idx" ON "match"("created_at" DESC, "id" DESC);
CREATE INDEX "match_status_created_at_id_idx" ON "match"("status", "created_at" DESC, "id" DESC);

CREATE TABLE "seat" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  "player_id" UUID NOT NULL,
  "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "left_version" INTEGER,
  CONSTRAINT "seat_pkey" PRIMARY KEY ("match_id", "seat"),
  CONSTRAINT "seat_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "seat_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "seat_match_id_player_id_key" ON "seat"("match_id", "player_id");
CREATE INDEX "seat_player_id_idx" ON "seat"("player_id");

-- The log. Rows are only ever inserted; the primary key decides between two writers.
-- Column type json, not jsonb: nothing looks inside, and the text is kept as written.
CREATE TABLE "entry" (
  "match_id" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  -- The writing transaction: readers that follow many matches go by it, because it tells what may still be uncommitted.
  "tx" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  "seat" INTEGER,
  "rules" INTEGER NOT NULL,
  "command" JSON NOT NULL,
  "events" JSON NOT NULL,
  "rolls" JSON NOT NULL,
  "awaiting" JSON NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "hash" TEXT NOT NULL,
  "idempotency_key" TEXT,
  "request" TEXT,
  CONSTRAINT "entry_pkey" PRIMARY KEY ("match_id", "version")
);
CREATE UNIQUE INDEX "entry_idempotency_key" ON "entry"("match_id", "seat", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
-- Entries lie on disk nearly in the order of their transactions, so a block range index is enough and costs nothing.
CREATE INDEX "entry_tx" ON "entry" USING brin ("tx") WITH (autosummarize = on);

CREATE FUNCTION "entry_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries are never changed or deleted';
END $$;
CREATE TRIGGER "entry_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "entry_is_append_only"();

-- Read by src/match/secrets.ts alone; there is no Prisma model for it on purpose.
CREATE TABLE "secret" (
  "match_id" UUID NOT NULL,
  "sealed" BYTEA NOT NULL,
  CONSTRAINT "secret_pkey" PRIMARY KEY ("match_id")
);

-- A cache: any row may be dropped at any time.
CREATE TABLE "snapshot" (
  "match_id" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "state" JSON NOT NULL,
  CONSTRAINT "snapshot_pkey" PRIMARY KEY ("match_id", "version", "fingerprint")
);

-- Idempotency of creating and joining; moves keep their keys in the log itself.
CREATE TABLE "request_key" (
  "player_id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "request" TEXT NOT NULL,
  "match_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "request_key_pkey" PRIMARY KEY ("player_id", "key")
);
