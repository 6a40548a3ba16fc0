ALTER TABLE "boost_purchases" ADD COLUMN "capture_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD COLUMN "refund_refusal" text;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "return_secret_hash" text;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "capture_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "refund_refusal" text;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "refund_refusal" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_awaited_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subscription_paid_until" timestamp (3) with time zone;