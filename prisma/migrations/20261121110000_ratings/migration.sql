-- Whether a match counts for ratings, and when its result was taken up for that, whether it counted in the end or not.
ALTER TABLE "match" ADD COLUMN "rated" BOOLEAN NOT NULL DEFAULT FALSE, ADD COLUMN "rated_at" TIMESTAMPTZ(3);
-- What is left to be taken up, and nothing else.
CREATE INDEX "match_to_be_rated" ON "match"("ended_at", "id") WHERE "rated" AND "status" = 'over' AND "rated_at" IS NULL;

-- Whether the match is to be rated (a part of the terms), and which rating (mu) the others are to have.
ALTER TABLE "seek" ADD COLUMN "rated" BOOLEAN NOT NULL DEFAULT FALSE,
  ADD COLUMN "least_rating" DOUBLE PRECISION, ADD COLUMN "most_rating" DOUBLE PRECISION;

-- The log of results, in the order in which they count, from 1 in every game. Only ever added to: all ratings follow from it.
CREATE TABLE "rated_result" (
  "game" TEXT NOT NULL,
  "number" INTEGER NOT NULL,
  "match_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  -- Who came in at which place.
  "places" JSON NOT NULL,
  CONSTRAINT "rated_result_pkey" PRIMARY KEY ("game", "number"),
  CONSTRAINT "rated_result_match_id_key" UNIQUE ("match_id"),
  CONSTRAINT "rated_result_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- What follows from it: the rating of everybody who has one, and what it was after each of their results. The index knows from how many matches on players are ranked (src/ratings/rating.ts).
CREATE TABLE "rating" (
  "game" TEXT NOT NULL,
  "player_id" UUID NOT NULL,
  "mu" DOUBLE PRECISION NOT NULL,
  "sigma" DOUBLE PRECISION NOT NULL,
  "ordinal" DOUBLE PRECISION NOT NULL GENERATED ALWAYS AS ("mu" - 3 * "sigma") STORED,
  "matches" INTEGER NOT NULL,
  -- Of the last result.
  "number" INTEGER NOT NULL,
  CONSTRAINT "rating_pkey" PRIMARY KEY ("player_id", "game"),
  CONSTRAINT "rating_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "rating_ranked" ON "rating"("game", "ordinal" DESC, "player_id") WHERE "matches" >= 10;

CREATE TABLE "rating_history" (
  "game" TEXT NOT NULL,
  "player_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "place" INTEGER NOT NULL,
  "mu" DOUBLE PRECISION NOT NULL,
  "sigma" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "rating_history_pkey" PRIMARY KEY ("game", "number", "player_id"),
  CONSTRAINT "rating_history_result_fkey" FOREIGN KEY ("game", "number") REFERENCES "rated_result"("game", "number") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "rating_history_player" ON "rating_history"("player_id", "game", "number" DESC);
