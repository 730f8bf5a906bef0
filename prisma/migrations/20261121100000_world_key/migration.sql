-- What signs the states of worlds that are only thought of, so that every server knows them again. At most one row, and none until one is asked for.
CREATE TABLE "world_key" (
  "only" BOOLEAN NOT NULL DEFAULT TRUE,
  "sealed" BYTEA NOT NULL,
  CONSTRAINT "world_key_pkey" PRIMARY KEY ("only"),
  CONSTRAINT "world_key_only_check" CHECK ("only")
);
