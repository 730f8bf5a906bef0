-- A key is up to 200 characters long and was written to its entry and, once more, to this index. The hash of it takes 8 bytes whatever its length; the seat stays beside it, so
-- that no seat can choose a key that keeps another's from being written. The table is read once and is not rewritten.
CREATE UNIQUE INDEX "entry_key" ON "entry"("match_id", "seat", hashtextextended("idempotency_key", 0)) WHERE "idempotency_key" IS NOT NULL;
DROP INDEX "entry_idempotency_key";
