ALTER TABLE "requests" ADD COLUMN "givers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_givers_not_negative" CHECK ("requests"."givers" >= 0);--> statement-breakpoint
-- The triggers' functions are replaced after the migrations, and they are about other columns.
ALTER TABLE "requests" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "requests" r SET "givers" = g.donated FROM (
  SELECT request_id, count(*) AS donated FROM "donations"
  WHERE credited_at IS NOT NULL AND payment_status = 'completed' AND amount > returned_amount
  GROUP BY request_id
) g WHERE g.request_id = r.id;--> statement-breakpoint
ALTER TABLE "requests" ENABLE TRIGGER USER;
