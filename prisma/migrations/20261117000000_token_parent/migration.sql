-- Which token made this one: whoever revokes a token revokes all that it made. Of older tokens that is not known.
ALTER TABLE "token" ADD COLUMN "parent_id" UUID;
ALTER TABLE "token" ADD CONSTRAINT "token_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "token"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "token_parent_id_idx" ON "token"("parent_id");
-- A scope is granted once; repetitions used to be stored as they came.
UPDATE "token" SET "scopes" = ARRAY(SELECT scope FROM unnest("scopes") WITH ORDINALITY AS given(scope, place) GROUP BY scope ORDER BY min(place))
  WHERE cardinality("scopes") > 1;
