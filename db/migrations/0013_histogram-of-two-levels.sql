TRUNCATE "giving_histogram", "giving_histogram_changes";--> statement-breakpoint
ALTER TABLE "giving_histogram" DROP CONSTRAINT "giving_histogram_period_start_bucket_pk";--> statement-breakpoint
ALTER TABLE "giving_histogram" ADD COLUMN "digits" smallint NOT NULL;--> statement-breakpoint
ALTER TABLE "giving_histogram" ALTER COLUMN "bucket" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "giving_histogram_changes" ALTER COLUMN "bucket" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "giving_histogram" ADD CONSTRAINT "giving_histogram_period_start_digits_bucket_pk" PRIMARY KEY("period","start","digits","bucket") INCLUDE ("people");--> statement-breakpoint
-- An amount by its first digits, the others zero; and the next such amount.
CREATE FUNCTION giving_floor(amount bigint, digits integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN amount - amount % (10 ^ greatest(length(amount::text) - digits, 0))::bigint;
--> statement-breakpoint
CREATE FUNCTION giving_next(amount bigint, digits integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN giving_floor(amount, digits) + (10 ^ greatest(length(amount::text) - digits, 0))::bigint;
--> statement-breakpoint
INSERT INTO "giving_histogram" (period, start, digits, bucket, people)
SELECT period, start, digits, giving_floor(amount, digits), count(*) FROM "giving_totals", (VALUES (2), (4)) d (digits) WHERE amount > 0 GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_giving_histogram() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
  last bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, giving_floor(amount, 4), 1 FROM written WHERE amount > 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  ELSIF TG_OP = 'DELETE' THEN
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, giving_floor(amount, 4), -1 FROM overwritten WHERE amount > 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  ELSE
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, bucket, sum(change) FROM (
        SELECT period, start, giving_floor(amount, 4) AS bucket, 1 AS change FROM written WHERE amount > 0
        UNION ALL
        SELECT period, start, giving_floor(amount, 4), -1 FROM overwritten WHERE amount > 0
      ) moved GROUP BY period, start, bucket HAVING sum(change) <> 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  END IF;
  -- Every now and then one writer folds the changes in; only one at a time ever touches the histogram.
  IF last % 512 < added AND pg_try_advisory_xact_lock(7483202) THEN
    WITH taken AS (DELETE FROM giving_histogram_changes RETURNING period, start, bucket, change)
    INSERT INTO giving_histogram AS h (period, start, digits, bucket, people)
    SELECT period, start, digits, giving_floor(bucket, digits), sum(change) FROM taken, (VALUES (2), (4)) d (digits)
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ON CONFLICT (period, start, digits, bucket) DO UPDATE SET people = h.people + excluded.people;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP FUNCTION giving_bucket_end(integer);--> statement-breakpoint
DROP FUNCTION giving_bucket(bigint);
