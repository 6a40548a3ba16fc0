TRUNCATE "giving_histogram", "giving_histogram_changes";--> statement-breakpoint
ALTER TABLE "giving_histogram" DROP CONSTRAINT "giving_histogram_period_start_digits_bucket_pk";--> statement-breakpoint
ALTER TABLE "giving_histogram" DROP COLUMN "digits";--> statement-breakpoint
ALTER TABLE "giving_histogram" ALTER COLUMN "people" SET DATA TYPE integer;--> statement-breakpoint
ALTER TABLE "giving_histogram" ADD COLUMN "places" integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "giving_histogram" ADD CONSTRAINT "giving_histogram_period_start_bucket_pk" PRIMARY KEY("period","start","bucket") INCLUDE ("people");--> statement-breakpoint
-- Which of the hundred places among the amounts with the same first two digits is an amount's, by its third and fourth.
CREATE FUNCTION giving_place(amount bigint) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 1 + ('0' || substr(amount::text, 3, 2))::integer;
--> statement-breakpoint
-- Adds to each of some places what changed there.
CREATE FUNCTION giving_places(places integer[], changed integer[], changes integer[]) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  FOR n IN 1 .. cardinality(changed) LOOP
    places[changed[n]] := places[changed[n]] + changes[n];
  END LOOP;
  RETURN places;
END
$$;
--> statement-breakpoint
-- The last period of each length that anyone gave in, and the one before, which a server whose clock is behind may still ask for.
WITH latest AS (
  SELECT period, max(start) - CASE period WHEN 'all' THEN 0 WHEN 'daily' THEN 1 WHEN 'weekly' THEN 7 ELSE 31 END AS since
  FROM "giving_totals" GROUP BY period
), counted AS (
  SELECT period, start, giving_floor(amount, 2) AS bucket, giving_place(amount) AS place, count(*)::integer AS people
  FROM "giving_totals" JOIN latest USING (period) WHERE start >= since AND amount > 0 GROUP BY 1, 2, 3, 4
)
INSERT INTO "giving_histogram" (period, start, bucket, people, places)
SELECT period, start, bucket, sum(people), giving_places(array_fill(0, '{100}'), array_agg(place), array_agg(people))
FROM counted GROUP BY 1, 2, 3;
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
    WITH taken AS (DELETE FROM giving_histogram_changes RETURNING period, start, bucket, change),
    counted AS (
      SELECT period, start, giving_floor(bucket, 2) AS bucket, giving_place(bucket) AS place, sum(change)::integer AS change
      FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ),
    moved AS (
      SELECT period, start, bucket, sum(change) AS people, array_agg(place) AS changed, array_agg(change) AS changes
      FROM counted GROUP BY 1, 2, 3
    ),
    -- Not by ON CONFLICT, which would add up a hundred places for every row instead of those that changed.
    known AS (
      UPDATE giving_histogram h SET people = h.people + m.people, places = giving_places(h.places, m.changed, m.changes)
      FROM moved m WHERE h.period = m.period AND h.start = m.start AND h.bucket = m.bucket
      RETURNING h.period, h.start, h.bucket
    )
    INSERT INTO giving_histogram (period, start, bucket, people, places)
    SELECT period, start, bucket, people, giving_places(array_fill(0, '{100}'), changed, changes)
    FROM moved LEFT JOIN known USING (period, start, bucket) WHERE known.period IS NULL;
  END IF;
  RETURN NULL;
END
$$;
