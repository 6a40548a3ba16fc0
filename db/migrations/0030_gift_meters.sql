ALTER TYPE "public"."notification_type" ADD VALUE 'limit_near';--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'limit_passed';--> statement-breakpoint
CREATE TABLE "gift_meters" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_cause";--> statement-breakpoint
ALTER TABLE "gift_meters" ADD CONSTRAINT "gift_meters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_meters_checked_at" ON "gift_meters" USING btree ("checked_at");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change", "notifications"."payout_id", "notifications"."report_id", "notifications"."decision_id", "notifications"."post_id")
        + ("notifications"."type"::text in ('asked', 'limit_near', 'limit_passed'))::integer = 1);