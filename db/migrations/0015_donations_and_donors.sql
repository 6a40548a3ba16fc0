-- One word for one thing (D59). Servers of an earlier release cannot run on this schema: stop them first.
ALTER TABLE "payout_gifts" RENAME TO "payout_donations";
ALTER TABLE "giving_totals" RENAME TO "donation_totals";
ALTER TABLE "giving_histogram" RENAME TO "donation_histogram";
ALTER TABLE "giving_histogram_changes" RENAME TO "donation_histogram_changes";
ALTER SEQUENCE "giving_histogram_changes_id_seq" RENAME TO "donation_histogram_changes_id_seq";
ALTER TABLE "requests" RENAME COLUMN "givers" TO "donation_count";
ALTER TABLE "requests" RENAME COLUMN "last_givers" TO "last_donors";
ALTER TABLE "requests" RENAME CONSTRAINT "requests_givers_not_negative" TO "requests_donation_count_not_negative";
ALTER TABLE "users" RENAME COLUMN "giving_paused_at" TO "donations_paused_at";
--> statement-breakpoint
-- The constraints, indexes and triggers of what was renamed.
CREATE FUNCTION pg_temp.renamed(old text) RETURNS text LANGUAGE sql AS
  $$ SELECT replace(replace(replace(replace(replace(old, 'payout_gifts', 'payout_donations'), 'last_givers',
    'last_donors'), 'givers', 'donation_count'), 'giving_paused', 'donations_paused'), 'giving', 'donation') $$;
DO $$
DECLARE
  change text;
BEGIN
  FOR change IN
    SELECT format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', conrelid::regclass, conname, pg_temp.renamed(conname))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conname <> pg_temp.renamed(conname)
    UNION ALL
    SELECT format('ALTER TRIGGER %I ON %s RENAME TO %I', tgname, tgrelid::regclass, pg_temp.renamed(tgname))
    FROM pg_trigger WHERE NOT tgisinternal AND tgname <> pg_temp.renamed(tgname)
    UNION ALL
    SELECT format('ALTER INDEX %I RENAME TO %I', indexname, pg_temp.renamed(indexname)) FROM pg_indexes i
    WHERE schemaname = 'public' AND indexname <> pg_temp.renamed(indexname)
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = i.indexname)
  LOOP
    EXECUTE change;
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER FUNCTION keep_giving_histogram() RENAME TO keep_donation_histogram;
ALTER FUNCTION list_giving() RENAME TO list_donations;
-- SQL functions that the new ones, from db/functions, replace.
DROP FUNCTION IF EXISTS giving_next(bigint, integer), giving_floor(bigint, integer), giving_place(bigint),
  giving_places(integer[], integer[], integer[]);
--> statement-breakpoint
UPDATE "mails" SET "kind" = CASE "kind" WHEN 'giving_paused' THEN 'donations_paused'
  ELSE replace("kind", 'gift', 'donation') END
WHERE "kind" LIKE 'gift%' OR "kind" = 'giving_paused';
