ALTER TABLE "subscription_payments" ALTER COLUMN "paypal_payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "stripe_payment_intent_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_method" "donation_method" DEFAULT 'paypal' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_checkout_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_stripe_payment_intent_id_key" UNIQUE("stripe_payment_intent_id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stripe_checkout_id_key" UNIQUE("stripe_checkout_id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stripe_subscription_id_key" UNIQUE("stripe_subscription_id");--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_provider" CHECK (num_nonnulls("subscription_payments"."stripe_payment_intent_id", "subscription_payments"."paypal_payment_id") = 1);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_provider" CHECK (case "subscriptions"."payment_method" when 'stripe' then "subscriptions"."paypal_subscription_id" is null else "subscriptions"."stripe_checkout_id" is null and "subscriptions"."stripe_subscription_id" is null end);