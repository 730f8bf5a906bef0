-- A list of moves that a seat has left to be tried when it is next awaited: the newest of each seat. Moves are no more secret than the log, which is not
-- encrypted either: only the secrets of matches are, because all that is yet to come follows from them.
CREATE TABLE "standing_order" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  "id" UUID NOT NULL,
  "player_id" UUID NOT NULL,
  "moves" JSON NOT NULL,
  "decision" TEXT,
  "status" TEXT NOT NULL,
  "set_version" INTEGER NOT NULL,
  "set_at" TIMESTAMPTZ NOT NULL,
  "version" INTEGER,
  "settled_at" TIMESTAMPTZ,
  "played" INTEGER,
  "why" TEXT,
  "refusals" JSON,
  "key" TEXT,
  "request" TEXT,
  CONSTRAINT "standing_order_pkey" PRIMARY KEY ("match_id", "seat"),
  CONSTRAINT "standing_order_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "standing_order_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Asked by every append whether an order waits in its match: holds nothing else, however many have been played.
CREATE INDEX "standing_order_waiting" ON "standing_order"("match_id", "seat") WHERE "status" = 'waiting';
-- For the inbox, and for those who are blocked or erased.
CREATE INDEX "standing_order_of_player" ON "standing_order"("player_id", "settled_at");
