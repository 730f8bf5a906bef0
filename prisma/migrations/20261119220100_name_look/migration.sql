-- How a name looks: its key without the differences that the eye does not see. Written out rather than drawn together, so that vvv is the same as wv and vw.
-- src/accounts/names.ts has the same function.
CREATE FUNCTION "name_look"("key" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ select replace(replace(translate("key", 'i1|0', 'lllo'), 'w', 'vv'), 'm', 'rn') $$;

ALTER TABLE "player" ADD COLUMN "look" TEXT GENERATED ALWAYS AS ("name_look"("name_key")) STORED;

-- Players keep the names they have: of those that look alike all but the first are marked, and are outside the index.
ALTER TABLE "player" ADD COLUMN "looks_like_another" BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE "player" SET "looks_like_another" = TRUE
WHERE "id" IN (SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY "look" ORDER BY "created_at", "id") AS "place" FROM "player") AS "placed" WHERE "place" > 1);
CREATE UNIQUE INDEX "player_look_key" ON "player"("look") WHERE NOT "looks_like_another";
-- For the question whether anybody looks so, those outside that index included.
CREATE INDEX "player_look_idx" ON "player"("look") WHERE "looks_like_another";
