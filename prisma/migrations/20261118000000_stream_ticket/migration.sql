-- What a browser shows instead of its token to open one stream, once and soon. It goes when it is used, and with its token.
CREATE TABLE "stream_ticket" (
    "hash" TEXT NOT NULL,
    "token_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "stream_ticket_pkey" PRIMARY KEY ("hash")
);
ALTER TABLE "stream_ticket" ADD CONSTRAINT "stream_ticket_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "token"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "stream_ticket_token_id_idx" ON "stream_ticket"("token_id");
CREATE INDEX "stream_ticket_expires_at_idx" ON "stream_ticket"("expires_at");
