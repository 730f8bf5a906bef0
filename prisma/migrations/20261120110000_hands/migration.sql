-- Who held a seat before it changed hands: from the first version to the one at which another got it. `seat` has the present holder, so that matches in
-- which no seat ever changes hands have no rows here.
CREATE TABLE "seat_holding" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  "player_id" UUID NOT NULL,
  "from_version" INTEGER NOT NULL,
  "to_version" INTEGER NOT NULL,
  CONSTRAINT "seat_holding_pkey" PRIMARY KEY ("match_id", "seat", "to_version"),
  CONSTRAINT "seat_holding_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "seat_holding_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "seat_holding_player_id_idx" ON "seat_holding"("player_id");

-- The house may hold several seats of a match; a player holds one. The id is HOUSE of src/accounts/caller.ts.
DROP INDEX "seat_match_id_player_id_key";
CREATE UNIQUE INDEX "seat_match_id_player_id_key" ON "seat"("match_id", "player_id") WHERE "player_id" <> '5ea70000-0000-4000-8000-000000000000';

-- A seat that its holder would give to another player, who has not answered yet. One for each seat.
CREATE TABLE "seat_offer" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  "player_id" UUID NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "seat_offer_pkey" PRIMARY KEY ("match_id", "seat"),
  CONSTRAINT "seat_offer_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "seat_offer_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "seat_offer_player_id_idx" ON "seat_offer"("player_id");

-- The version that the seat would go back to, and the newest version when it agreed to that. Any entry after it ends the agreement.
ALTER TABLE "seat" ADD COLUMN "take_back_to" INTEGER, ADD COLUMN "take_back_at" INTEGER;
