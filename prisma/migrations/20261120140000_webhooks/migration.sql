-- Addresses that players have registered to be told of events. The keys that sign are stored as the secrets of matches are.
CREATE TABLE "webhook" (
  "id" UUID NOT NULL,
  "player_id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "events" TEXT[] NOT NULL,
  "key" BYTEA NOT NULL,
  -- Signs besides for a while after a rotation.
  "old_key" BYTEA,
  "old_key_until" TIMESTAMPTZ(3),
  "paused" BOOLEAN NOT NULL DEFAULT false,
  "disabled_at" TIMESTAMPTZ(3),
  "disabled_because" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- Events of before are not told: when it was made, or last resumed.
  "told_since" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  "succeeded_at" TIMESTAMPTZ(3),
  -- Attempts that failed since the last success, when the first of them did, and until when nothing is tried.
  "failures" INTEGER NOT NULL DEFAULT 0,
  "failing_since" TIMESTAMPTZ(3),
  "resting_until" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhook_player_id_idx" ON "webhook"("player_id", "created_at");
-- Servers look every few seconds whether there is anybody to tell.
CREATE INDEX "webhook_active" ON "webhook"("player_id") WHERE NOT "paused" AND "disabled_at" IS NULL;

-- One event for one webhook. The body is kept as it is signed and sent, the same at every attempt.
CREATE TABLE "webhook_delivery" (
  "id" UUID NOT NULL,
  "webhook_id" UUID NOT NULL,
  "event_id" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  -- In all, and since it was last sent off by hand.
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "next_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  -- A server is at it; if it dies, another takes over afterwards.
  "claimed_until" TIMESTAMPTZ,
  "answer" INTEGER,
  "error" TEXT,
  "excerpt" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- At most once for an event, however often it is derived.
CREATE UNIQUE INDEX "webhook_delivery_event" ON "webhook_delivery"("webhook_id", "event_id");
CREATE INDEX "webhook_delivery_listed" ON "webhook_delivery"("webhook_id", "created_at" DESC, "id" DESC);
-- These two hold nothing but what is still to be delivered.
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("webhook_id", "next_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_delivery_overdue" ON "webhook_delivery"("next_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_delivery_created_at" ON "webhook_delivery"("created_at");

-- How far the log has been read for webhooks: a cursor, as of an inbox. At most one row.
CREATE TABLE "webhook_position" (
  "only" BOOLEAN NOT NULL DEFAULT TRUE,
  "cursor" TEXT NOT NULL,
  CONSTRAINT "webhook_position_pkey" PRIMARY KEY ("only"),
  CONSTRAINT "webhook_position_only_check" CHECK ("only")
);

-- Who was reminded that a deadline comes near, once for each decision. The inbox tells it.
CREATE TABLE "deadline_reminder" (
  "match_id" UUID NOT NULL,
  "seat" INTEGER NOT NULL,
  -- When the decision opened, which tells it from the next one of the seat.
  "opened" TIMESTAMPTZ NOT NULL,
  "version" INTEGER NOT NULL,
  "player_id" UUID NOT NULL,
  "due" TIMESTAMPTZ NOT NULL,
  "told_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "deadline_reminder_pkey" PRIMARY KEY ("match_id", "seat", "opened")
);
CREATE INDEX "deadline_reminder_player" ON "deadline_reminder"("player_id", "told_at");
CREATE INDEX "deadline_reminder_told_at" ON "deadline_reminder"("told_at");
