-- What the key of the operator must be able to open, so that another key is noticed at the start. At most one row, and none until a key is set.
CREATE TABLE "secrets_key" (
  "only" BOOLEAN NOT NULL DEFAULT TRUE,
  "sealed" BYTEA NOT NULL,
  CONSTRAINT "secrets_key_pkey" PRIMARY KEY ("only"),
  CONSTRAINT "secrets_key_only_check" CHECK ("only")
);
