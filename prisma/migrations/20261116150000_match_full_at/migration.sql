-- When the last seat was taken. Servers look for full matches that have not begun every few seconds; with this index the look costs the
-- same however many matches wait for players.
ALTER TABLE "match" ADD COLUMN "full_at" TIMESTAMPTZ(3);
UPDATE "match" SET "full_at" = CURRENT_TIMESTAMP
  WHERE "status" = 'open' AND (SELECT count(*) FROM "seat" WHERE "match_id" = "match"."id") = "seats";
CREATE INDEX "match_status_full_at_idx" ON "match"("status", "full_at");
