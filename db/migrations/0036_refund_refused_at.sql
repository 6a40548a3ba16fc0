ALTER TABLE "boost_purchases" ADD COLUMN "refund_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "refund_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "refund_refused_at" timestamp (3) with time zone;