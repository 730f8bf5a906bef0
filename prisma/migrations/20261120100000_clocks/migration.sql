-- The clock that the host chose; null: none.
ALTER TABLE "match" ADD COLUMN "clock" JSON;
-- Where the clocks stand after the entry, in matches that have one: worked out from the log, kept so that nobody has to do it again.
ALTER TABLE "entry" ADD COLUMN "times" JSON;

-- When the time of an awaited seat is up. Written with the entry that opens or closes a decision, only in matches with a clock.
CREATE TABLE "deadline" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  -- Of the entry after which it stands so.
  "version" INTEGER NOT NULL,
  -- When the decision opened; null if the house is to decide at once.
  "opened" TIMESTAMPTZ,
  "due" TIMESTAMPTZ NOT NULL,
  -- Until then some server is at it.
  "taken_until" TIMESTAMPTZ,
  CONSTRAINT "deadline_pkey" PRIMARY KEY ("match_id", "seat")
);
CREATE INDEX "deadline_due" ON "deadline"("due");

-- Days on which a player is away.
CREATE TABLE "absence" (
  "id" UUID NOT NULL,
  "player_id" UUID NOT NULL,
  "first_day" DATE NOT NULL,
  "last_day" DATE NOT NULL,
  "begins" TIMESTAMPTZ(3) NOT NULL,
  "ends" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "absence_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "absence_player_id" ON "absence"("player_id");

-- One row for all servers, made by the first: when one of them was last up, and how many spans have been written down.
CREATE TABLE "service_up" (
  "id" BOOLEAN NOT NULL DEFAULT true CHECK ("id"),
  "beat" TIMESTAMPTZ NOT NULL,
  "epoch" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "service_up_pkey" PRIMARY KEY ("id")
);

-- Time in which no server was up, and a grace after it. No seat is charged for it.
CREATE TABLE "uncharged" (
  "epoch" INTEGER NOT NULL,
  "began" TIMESTAMPTZ(3) NOT NULL,
  "ended" TIMESTAMPTZ(3) NOT NULL,
  "known" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "uncharged_pkey" PRIMARY KEY ("epoch")
);
