-- The inbox goes by the database's own clock at the moment of insertion. Transaction ids did not outlive a crash or a restore, and a foreign
-- transaction held everybody up. Entries that are already there get the same stamp: nobody holds a cursor among them. A constant default needs
-- no rewrite of the table.
DROP INDEX "entry_tx";
ALTER TABLE "entry" DROP COLUMN "tx";
ALTER TABLE "entry" ADD COLUMN "written_at" TIMESTAMPTZ NOT NULL DEFAULT 'epoch';
ALTER TABLE "entry" ALTER COLUMN "written_at" SET DEFAULT clock_timestamp();
-- Stamps grow, so the newest always goes to the last page.
CREATE INDEX "entry_written_at" ON "entry"("written_at");
