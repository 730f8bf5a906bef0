-- The colour that a player chose on taking the seat. Null: none was chosen.
ALTER TABLE "seat" ADD COLUMN "colour" TEXT;
