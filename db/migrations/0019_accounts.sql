CREATE TYPE "public"."account_change" AS ENUM('payout_method', 'paypal_email', 'payout_card');--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'account';--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_cause";--> statement-breakpoint
ALTER TABLE "card_attempts" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "held_usernames" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "account_change" "account_change";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "held_usernames" ADD CONSTRAINT "held_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_usernames_of_user" ON "held_usernames" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_an_account" CHECK ("notifications"."account_change" is not null or num_nonnulls("notifications"."device", "notifications"."network") = 0);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change") = 1);--> statement-breakpoint
-- The demo people of a database that was seeded earlier: nobody else can have an address at example.org.
UPDATE "users" SET "is_demo" = true WHERE lower("email") IN ('emma@example.org', 'daan@example.org', 'fatima@example.org', 'kwame@example.org',
  'lucia@example.org', 'amelie@example.org', 'jonas@example.org', 'mei@example.org', 'tomasz@example.org');
