-- What is written of every move, to the log of Postgres before it counts as committed and to the table: fewer bytes of it. The table is not rewritten.

-- A key is up to 200 characters long and was written to its entry and, once more, to this index. The hash of it takes 8 bytes whatever its length; the seat stays beside it, so
-- that no seat can choose a key that keeps another's from being written.
CREATE UNIQUE INDEX "entry_key" ON "entry"("match_id", "seat", hashtextextended("idempotency_key", 0)) WHERE "idempotency_key" IS NOT NULL;
DROP INDEX "entry_idempotency_key";

-- The hash of an entry as bytes. Entries that are there keep its digits.
ALTER TABLE "entry" ADD COLUMN "digest" BYTEA;
ALTER TABLE "entry" ALTER COLUMN "hash" DROP NOT NULL;
ALTER TABLE "entry" ADD CONSTRAINT "entry_is_hashed" CHECK (num_nonnulls("hash", "digest") = 1) NOT VALID;
