-- Options as lists show them. They may hold a whole set of cards, 64 KB of it; a list of a hundred matches must not read, let alone send, so much.
-- Null where the options are short: then they are shown as they are. The hash is that of the member's JSON as a single match shows it.
CREATE FUNCTION "options_in_lists"(options json, match uuid) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(options::text) > 1024 THEN (
    SELECT json_object_agg(key, CASE WHEN octet_length(value::text) <= 1024 THEN value ELSE json_build_object(
      'sha256', encode(sha256(convert_to(value::text, 'UTF8')), 'hex'),
      'bytes', octet_length(value::text),
      'address', '/v1/matches/' || match) END)
    FROM json_each(options)) END
$$;
ALTER TABLE "match" ADD COLUMN "options_in_lists" JSON GENERATED ALWAYS AS ("options_in_lists"("options", "id")) STORED;
