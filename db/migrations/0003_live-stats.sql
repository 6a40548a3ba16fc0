CREATE TABLE "live_stats" (
	"shard" smallint PRIMARY KEY NOT NULL,
	"active_requests" bigint NOT NULL,
	"total_raised" bigint NOT NULL
);

--> statement-breakpoint
INSERT INTO "live_stats" SELECT 0, count(*) FILTER (WHERE is_active AND NOT is_completed AND deleted_at IS NULL), coalesce(sum(raised), 0) FROM "requests";
--> statement-breakpoint
CREATE FUNCTION keep_live_stats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added_requests bigint := 0;
  added_raised bigint := 0;
  old_requests bigint := 0;
  old_raised bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT count(*) FILTER (WHERE is_active AND NOT is_completed AND deleted_at IS NULL), coalesce(sum(raised), 0)
      INTO added_requests, added_raised FROM written;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT count(*) FILTER (WHERE is_active AND NOT is_completed AND deleted_at IS NULL), coalesce(sum(raised), 0)
      INTO old_requests, old_raised FROM overwritten;
  END IF;
  IF added_requests <> old_requests OR added_raised <> old_raised THEN
    INSERT INTO live_stats AS s VALUES (pg_backend_pid() % 16, added_requests - old_requests, added_raised - old_raised)
      ON CONFLICT (shard) DO UPDATE
      SET active_requests = s.active_requests + excluded.active_requests, total_raised = s.total_raised + excluded.total_raised;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER requests_live_stats_insert AFTER INSERT ON "requests"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_live_stats();
--> statement-breakpoint
CREATE TRIGGER requests_live_stats_update AFTER UPDATE ON "requests"
  REFERENCING OLD TABLE AS overwritten NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_live_stats();
--> statement-breakpoint
CREATE TRIGGER requests_live_stats_delete AFTER DELETE ON "requests"
  REFERENCING OLD TABLE AS overwritten FOR EACH STATEMENT EXECUTE FUNCTION keep_live_stats();
