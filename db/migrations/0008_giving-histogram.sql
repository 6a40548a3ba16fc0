CREATE TABLE "giving_histogram" (
	"period" "period" NOT NULL,
	"start" date NOT NULL,
	"bucket" integer NOT NULL,
	"people" bigint NOT NULL,
	CONSTRAINT "giving_histogram_period_start_bucket_pk" PRIMARY KEY("period","start","bucket") INCLUDE ("people")
);
--> statement-breakpoint
CREATE TABLE "giving_histogram_changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "giving_histogram_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period" "period" NOT NULL,
	"start" date NOT NULL,
	"bucket" integer NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
-- Both are written often and read whole.
ALTER TABLE "giving_histogram" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
ALTER TABLE "giving_histogram_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- Amounts with the same first three digits share a bucket, so that round sums, which many people give, begin one.
CREATE FUNCTION giving_bucket(amount bigint) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN amount < 1000 THEN amount
    ELSE 900 * (length(amount::text) - 3) + amount / (10 ^ (length(amount::text) - 3))::bigint END;
--> statement-breakpoint
CREATE FUNCTION giving_bucket_end(bucket integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN bucket < 1000 THEN bucket + 1
    ELSE (bucket - 900 * ((bucket - 100) / 900) + 1) * (10 ^ ((bucket - 100) / 900))::bigint END;
--> statement-breakpoint
INSERT INTO "giving_histogram" SELECT period, start, giving_bucket(amount), count(*) FROM "giving_totals" WHERE amount > 0 GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION keep_giving_histogram() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
  last bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, giving_bucket(amount), 1 FROM written WHERE amount > 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  ELSIF TG_OP = 'DELETE' THEN
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, giving_bucket(amount), -1 FROM overwritten WHERE amount > 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  ELSE
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, bucket, sum(change) FROM (
        SELECT period, start, giving_bucket(amount) AS bucket, 1 AS change FROM written WHERE amount > 0
        UNION ALL
        SELECT period, start, giving_bucket(amount), -1 FROM overwritten WHERE amount > 0
      ) moved GROUP BY period, start, bucket HAVING sum(change) <> 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  END IF;
  -- Every now and then one writer folds the changes in; only one at a time ever touches the histogram.
  IF last % 512 < added AND pg_try_advisory_xact_lock(7483202) THEN
    WITH taken AS (DELETE FROM giving_histogram_changes RETURNING period, start, bucket, change)
    INSERT INTO giving_histogram AS h (period, start, bucket, people)
    SELECT period, start, bucket, sum(change) FROM taken GROUP BY period, start, bucket HAVING sum(change) <> 0
    ON CONFLICT (period, start, bucket) DO UPDATE SET people = h.people + excluded.people;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER giving_totals_histogram_insert AFTER INSERT ON "giving_totals"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_giving_histogram();
--> statement-breakpoint
CREATE TRIGGER giving_totals_histogram_update AFTER UPDATE ON "giving_totals"
  REFERENCING OLD TABLE AS overwritten NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_giving_histogram();
--> statement-breakpoint
CREATE TRIGGER giving_totals_histogram_delete AFTER DELETE ON "giving_totals"
  REFERENCING OLD TABLE AS overwritten FOR EACH STATEMENT EXECUTE FUNCTION keep_giving_histogram();
