-- Searching a part of a name uses a trigram index where the extension can be had; without it the search still answers, by reading all names.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX users_username_search ON users USING gin (lower(username) gin_trgm_ops);
  END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'pg_trgm cannot be used here: username search works without its index';
END
$$;
