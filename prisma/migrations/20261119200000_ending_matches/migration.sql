-- Open matches that nobody joins expire, counted from when they were made or last joined; those that wait already count from now.
ALTER TABLE "match" ADD COLUMN "waiting_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
-- Whether the host has given up a seat: then the match closes when nobody is left in it.
ALTER TABLE "match" ADD COLUMN "host_left" BOOLEAN NOT NULL DEFAULT false;
-- Holds nothing but what may expire, however many matches there are.
CREATE INDEX "match_waiting_since" ON "match"("waiting_since") WHERE "status" = 'open' AND "full_at" IS NULL;

-- The version at which the seat agreed to abort the match. It has lapsed if the seat has an entry after that one.
ALTER TABLE "seat" ADD COLUMN "abort_version" INTEGER;
