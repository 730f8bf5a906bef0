-- A match is played again at most once: whoever asks second finds the rematch of the first.
ALTER TABLE "match" ADD COLUMN "rematch_of" UUID;
ALTER TABLE "match" ADD CONSTRAINT "match_rematch_of_fkey" FOREIGN KEY ("rematch_of") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "match_rematch_of_key" ON "match"("rematch_of");

-- Seats of a rematch that wait for their player. A row goes when its player takes a seat or declines.
CREATE TABLE "kept_seat" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  "player_id" UUID NOT NULL,
  CONSTRAINT "kept_seat_pkey" PRIMARY KEY ("match_id", "seat"),
  CONSTRAINT "kept_seat_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "kept_seat_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "kept_seat_match_id_player_id_key" ON "kept_seat"("match_id", "player_id");
