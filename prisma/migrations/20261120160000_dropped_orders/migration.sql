-- For webhooks, which are told in the order of time whosever orders were dropped.
CREATE INDEX "standing_order_dropped" ON "standing_order"("settled_at") WHERE "status" = 'dropped';
