-- What lists and inboxes ask about the matches of a player, kept with the seat: when its match was made, and when its end was written down ('infinity' until then, and '-infinity' if it was
-- cancelled). So a page of the matches of somebody who has played thousands is read in its order, and what waits for them is found among what has not ended.
ALTER TABLE "seat" ADD COLUMN "match_created_at" TIMESTAMPTZ(3), ADD COLUMN "match_ended_at" TIMESTAMPTZ NOT NULL DEFAULT 'infinity';
-- No entry of a match is written after that moment. Of those that ended before, it is that of their last entry.
UPDATE "seat" SET "match_created_at" = "m"."created_at", "match_ended_at" = CASE
    WHEN "m"."status" = 'cancelled' THEN '-infinity'
    WHEN "m"."status" IN ('over', 'aborted') THEN coalesce(
      (SELECT "written_at" FROM "entry" WHERE "match_id" = "m"."id" ORDER BY "version" DESC LIMIT 1), "m"."ended_at", "m"."created_at")
    ELSE 'infinity' END
  FROM "match" "m" WHERE "m"."id" = "seat"."match_id";
ALTER TABLE "seat" ALTER COLUMN "match_created_at" SET NOT NULL;

-- The first takes the place of the index by player alone. Without the match, by which lists break ties: with it, the planner would take these for the question whether a player has a seat
-- of a match, and pass over all seats of the player.
DROP INDEX "seat_player_id_idx";
CREATE INDEX "seat_listed" ON "seat"("player_id", "match_created_at" DESC);
CREATE INDEX "seat_in_play" ON "seat"("player_id", "match_ended_at", "match_created_at" DESC);

-- By the clock that stamps entries, and after the last one of the match.
CREATE FUNCTION "end_written_at"("status" TEXT) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE AS $$
  SELECT CASE "status" WHEN 'cancelled' THEN '-infinity' WHEN 'over' THEN clock_timestamp() WHEN 'aborted' THEN clock_timestamp() ELSE 'infinity' END
$$;

-- Whoever takes a seat need not know of it. A backup brings the values that there were.
CREATE FUNCTION "seat_knows_its_match"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "created_at", "end_written_at"("status") INTO NEW."match_created_at", NEW."match_ended_at" FROM "match" WHERE "id" = NEW."match_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "seat_knows_its_match" BEFORE INSERT ON "seat"
  FOR EACH ROW WHEN (NEW."match_created_at" IS NULL) EXECUTE FUNCTION "seat_knows_its_match"();

-- A match ends in many ways, and its seats are told of each. Between its start and its end nothing is written here.
CREATE FUNCTION "match_tells_its_seats"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "seat" SET "match_created_at" = NEW."created_at", "match_ended_at" = "end_written_at"(NEW."status") WHERE "match_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "match_tells_its_seats" AFTER UPDATE ON "match"
  FOR EACH ROW WHEN (NEW."created_at" <> OLD."created_at"
    OR (NEW."status" IN ('over', 'aborted', 'cancelled')) <> (OLD."status" IN ('over', 'aborted', 'cancelled')))
  EXECUTE FUNCTION "match_tells_its_seats"();
