-- A blocked player cannot use its tokens; an erased one has no name and no tokens any more. It has departed once it has left its matches.
ALTER TABLE "player" ADD COLUMN "blocked_at" TIMESTAMPTZ(3), ADD COLUMN "erased_at" TIMESTAMPTZ(3), ADD COLUMN "departed_at" TIMESTAMPTZ(3);
-- Players are listed by name and found by its beginning, all of them, those of a kind, and those that are blocked.
CREATE INDEX "player_listed" ON "player"("name_key" COLLATE "C");
CREATE INDEX "player_listed_by_kind" ON "player"("kind", "name_key" COLLATE "C");
CREATE INDEX "player_listed_blocked" ON "player"("name_key" COLLATE "C") WHERE "blocked_at" IS NOT NULL;
-- Servers look every few seconds for erased players who still sit somewhere: the index holds nobody else.
CREATE INDEX "player_departing" ON "player"("erased_at") WHERE "erased_at" IS NOT NULL AND "departed_at" IS NULL;
CREATE INDEX "match_open_created_by" ON "match"("created_by") WHERE "status" = 'open';

-- What administrators have done. Names are not kept here: they are looked up by id, so that an erased one is gone.
CREATE TABLE "act" (
  "id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "by_id" UUID NOT NULL,
  "act" TEXT NOT NULL,
  "player_id" UUID,
  "match_id" UUID,
  "reason" TEXT NOT NULL,
  CONSTRAINT "act_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "act_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "act_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "act_listed" ON "act"("at" DESC, "id" DESC);
CREATE INDEX "act_listed_by_player" ON "act"("player_id", "at" DESC, "id" DESC);
CREATE FUNCTION "act_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'acts are never changed or deleted';
END $$;
CREATE TRIGGER "act_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "act"
  FOR EACH STATEMENT EXECUTE FUNCTION "act_is_append_only"();

-- Idempotency of registering in bulk: who was registered for each name and with which token, null where nobody was. Kept for a day.
CREATE TABLE "registration_key" (
  "player_id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "request" TEXT NOT NULL,
  "players" UUID[] NOT NULL,
  "tokens" UUID[] NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "registration_key_pkey" PRIMARY KEY ("player_id", "key")
);
CREATE INDEX "registration_key_created_at" ON "registration_key"("created_at");

-- The scope organise lets its holder register others without limit, so from now on only an administrator gives it. Nothing has asked for it before.
UPDATE "token" SET "scopes" = array_remove("scopes", 'organise')
  WHERE 'organise' = ANY("scopes") AND NOT EXISTS (SELECT 1 FROM "player" WHERE "player"."id" = "player_id" AND "admin");
