-- Every bot of the house is a player of its own, and each may hold several seats of a match; anybody else holds one. The ids are those of src/accounts/house-ids.ts.
DROP INDEX "seat_match_id_player_id_key";
CREATE UNIQUE INDEX "seat_match_id_player_id_key" ON "seat"("match_id", "player_id")
  WHERE "player_id" NOT BETWEEN '5ea70000-0000-4000-8000-000000000000' AND '5ea70000-0000-4000-8000-ffffffffffff';
