-- mails_recipient and notifications_of_a_request are written in another way and say the same: they stay as they are.
ALTER TABLE "boost_purchases" DROP CONSTRAINT "boost_purchases_provider";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_about_words";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_suspend_people";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_return_requests";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_provider";--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD CONSTRAINT "boost_purchases_provider" CHECK (case "boost_purchases"."payment_method"::text when 'stripe' then "boost_purchases"."paypal_order_id" is null
        when 'paypal' then num_nonnulls("boost_purchases"."stripe_checkout_id", "boost_purchases"."stripe_payment_intent_id") = 0 else false end) NOT VALID;--> statement-breakpoint
ALTER TABLE "boost_purchases" VALIDATE CONSTRAINT "boost_purchases_provider";--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_measure_fits" CHECK (case "decisions"."measure"::text when 'none' then subject::text in ('request', 'person', 'post', 'message') when 'hidden' then subject::text in ('request', 'person', 'post', 'message') when 'giving_off' then subject::text in ('request', 'person') when 'held' then subject::text in ('request', 'person') when 'returned' then subject::text in ('request') when 'suspended' then subject::text in ('person') else false end) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" VALIDATE CONSTRAINT "decisions_measure_fits";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_provider" CHECK (case "subscriptions"."payment_method"::text when 'stripe' then "subscriptions"."paypal_subscription_id" is null
        when 'paypal' then num_nonnulls("subscriptions"."stripe_checkout_id", "subscriptions"."stripe_subscription_id") = 0 else false end) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_provider";