-- For the sweep that ends matches which all who still play have agreed to abort: holds nothing but agreements.
CREATE INDEX "seat_agreeing_to_abort" ON "seat"("match_id") WHERE "abort_version" IS NOT NULL;
