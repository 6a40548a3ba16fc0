ALTER TYPE "public"."notification_type" ADD VALUE 'thanks';--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "thanks_emoji" text;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "thanked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "emoji" text;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "last_givers" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_thanked" CHECK (("donations"."thanks_emoji" is null) = ("donations"."thanked_at" is null));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_thanks" CHECK ("notifications"."emoji" is null or "notifications"."donation_id" is not null);--> statement-breakpoint
-- The triggers' functions are replaced after the migrations, and they are about other columns.
ALTER TABLE "requests" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "requests" r SET "last_givers" = g.givers FROM (
  SELECT request_id, (array_agg(donor_id ORDER BY last DESC))[1:8] AS givers FROM (
    SELECT request_id, donor_id, max(credited_at) AS last FROM "donations"
    WHERE credited_at IS NOT NULL AND payment_status = 'completed' AND amount > returned_amount AND NOT anonymous
    GROUP BY request_id, donor_id
  ) d GROUP BY request_id
) g WHERE g.request_id = r.id;--> statement-breakpoint
ALTER TABLE "requests" ENABLE TRIGGER USER;
