CREATE TYPE "public"."boost_entry_kind" AS ENUM('purchase', 'subscription', 'used', 'reversal');--> statement-breakpoint
CREATE TYPE "public"."subscription_state" AS ENUM('pending', 'active', 'suspended', 'cancelled', 'expired', 'failed');--> statement-breakpoint
ALTER TYPE "public"."ledger_account" ADD VALUE 'buyer';--> statement-breakpoint
ALTER TYPE "public"."ledger_account" ADD VALUE 'sales';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'purchase';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'subscription';--> statement-breakpoint
ALTER TYPE "public"."refund_reason" ADD VALUE 'plan_ended';--> statement-breakpoint
CREATE TABLE "boost_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"boost_type" "boost_type" NOT NULL,
	"kind" "boost_entry_kind" NOT NULL,
	"quantity" smallint NOT NULL,
	"boost_purchase_id" uuid,
	"subscription_payment_id" uuid,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "boost_entries_once_per_purchase" UNIQUE("boost_purchase_id","kind"),
	CONSTRAINT "boost_entries_once_per_payment" UNIQUE("subscription_payment_id","kind"),
	CONSTRAINT "boost_entries_once_per_request" UNIQUE("request_id"),
	CONSTRAINT "boost_entries_one_cause" CHECK (num_nonnulls("boost_entries"."boost_purchase_id", "boost_entries"."subscription_payment_id", "boost_entries"."request_id") = 1),
	CONSTRAINT "boost_entries_kind" CHECK (case "boost_entries"."kind"
        when 'purchase' then "boost_entries"."boost_purchase_id" is not null and "boost_entries"."quantity" > 0
        when 'subscription' then "boost_entries"."subscription_payment_id" is not null and "boost_entries"."quantity" > 0
        when 'used' then "boost_entries"."request_id" is not null and "boost_entries"."quantity" = -1
        else "boost_entries"."request_id" is null and "boost_entries"."quantity" < 0 end)
);
--> statement-breakpoint
CREATE TABLE "boost_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"boost_type" "boost_type" NOT NULL,
	"quantity" smallint NOT NULL,
	"total_amount" integer NOT NULL,
	"currency" text NOT NULL,
	"payment_method" "donation_method" NOT NULL,
	"payment_status" "payment_state" DEFAULT 'pending' NOT NULL,
	"description" text NOT NULL,
	"locale" "locale" NOT NULL,
	"return_path" text NOT NULL,
	"stripe_checkout_id" text,
	"stripe_payment_intent_id" text,
	"paypal_order_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"granted_at" timestamp (3) with time zone,
	"refund_reason" "refund_reason",
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "boost_purchases_stripe_checkout_id_key" UNIQUE("stripe_checkout_id"),
	CONSTRAINT "boost_purchases_stripe_payment_intent_id_key" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "boost_purchases_paypal_order_id_key" UNIQUE("paypal_order_id"),
	CONSTRAINT "boost_purchases_quantity_range" CHECK ("boost_purchases"."quantity" between 1 and 50),
	CONSTRAINT "boost_purchases_amount_positive" CHECK ("boost_purchases"."total_amount" > 0),
	CONSTRAINT "boost_purchases_currency_form" CHECK ("boost_purchases"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "boost_purchases_provider" CHECK (case "boost_purchases"."payment_method" when 'stripe' then "boost_purchases"."paypal_order_id" is null else "boost_purchases"."stripe_checkout_id" is null and "boost_purchases"."stripe_payment_intent_id" is null end),
	CONSTRAINT "boost_purchases_settled" CHECK (("boost_purchases"."settled_at" is not null) = ("boost_purchases"."payment_status" in ('completed', 'refunded'))),
	CONSTRAINT "boost_purchases_granted_or_going_back" CHECK ("boost_purchases"."payment_status" <> 'completed' or "boost_purchases"."granted_at" is not null or "boost_purchases"."refund_reason" is not null),
	CONSTRAINT "boost_purchases_refunded" CHECK (("boost_purchases"."refunded_at" is not null) = ("boost_purchases"."payment_status" = 'refunded') and ("boost_purchases"."refunded_at" is null or "boost_purchases"."refund_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscription_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"tier" "tier" NOT NULL,
	"paypal_payment_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"payment_status" "payment_state" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"granted_at" timestamp (3) with time zone,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"refund_reason" "refund_reason",
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "subscription_payments_paypal_payment_id_key" UNIQUE("paypal_payment_id"),
	CONSTRAINT "subscription_payments_amount_positive" CHECK ("subscription_payments"."amount" > 0),
	CONSTRAINT "subscription_payments_taken" CHECK ("subscription_payments"."payment_status" in ('completed', 'refunded')),
	CONSTRAINT "subscription_payments_period" CHECK (num_nulls("subscription_payments"."granted_at", "subscription_payments"."period_start", "subscription_payments"."period_end") in (0, 3) and "subscription_payments"."period_end" > "subscription_payments"."period_start"),
	CONSTRAINT "subscription_payments_granted_or_going_back" CHECK ("subscription_payments"."payment_status" <> 'completed' or "subscription_payments"."granted_at" is not null or "subscription_payments"."refund_reason" is not null),
	CONSTRAINT "subscription_payments_refunded" CHECK (("subscription_payments"."refunded_at" is not null) = ("subscription_payments"."payment_status" = 'refunded') and ("subscription_payments"."refunded_at" is null or "subscription_payments"."refund_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tier" "tier" NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"locale" "locale" NOT NULL,
	"return_path" text NOT NULL,
	"paypal_subscription_id" text,
	"status" "subscription_state" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"end_requested_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "subscriptions_paypal_subscription_id_key" UNIQUE("paypal_subscription_id"),
	CONSTRAINT "subscriptions_paid_tier" CHECK ("subscriptions"."tier" <> 'none'),
	CONSTRAINT "subscriptions_amount_positive" CHECK ("subscriptions"."amount" > 0),
	CONSTRAINT "subscriptions_currency_form" CHECK ("subscriptions"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "subscriptions_ended" CHECK (("subscriptions"."ended_at" is not null) = ("subscriptions"."status" in ('cancelled', 'expired', 'failed')))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "donation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "donation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "progress" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "review_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "boost_purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "subscription_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "boost_purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "subscription_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "boost_entries" ADD CONSTRAINT "boost_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_entries" ADD CONSTRAINT "boost_entries_boost_purchase_id_boost_purchases_id_fk" FOREIGN KEY ("boost_purchase_id") REFERENCES "public"."boost_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_entries" ADD CONSTRAINT "boost_entries_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD CONSTRAINT "boost_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "boost_entries_of_user" ON "boost_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "boost_purchases_of_user" ON "boost_purchases" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "boost_purchases_check_at" ON "boost_purchases" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "subscription_payments_of_user" ON "subscription_payments" USING btree ("user_id","paid_at");--> statement-breakpoint
CREATE INDEX "subscription_payments_of_subscription" ON "subscription_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_check_at" ON "subscriptions" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_boost_purchase_id_boost_purchases_id_fk" FOREIGN KEY ("boost_purchase_id") REFERENCES "public"."boost_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_boost_purchase_id_boost_purchases_id_fk" FOREIGN KEY ("boost_purchase_id") REFERENCES "public"."boost_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donations_review_at" ON "donations" USING btree ("review_at") WHERE review_at is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_once_per_purchase" UNIQUE("boost_purchase_id","kind","account");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_once_per_payment" UNIQUE("subscription_payment_id","kind","account");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_once_per_purchase" UNIQUE("boost_purchase_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_once_per_payment" UNIQUE("subscription_payment_id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_one_cause" CHECK (num_nonnulls("ledger_entries"."donation_id", "ledger_entries"."boost_purchase_id", "ledger_entries"."subscription_payment_id") = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id") = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_a_request" CHECK (num_nulls("notifications"."donation_id", "notifications"."request_id", "notifications"."progress") in (0, 3));--> statement-breakpoint
CREATE TRIGGER boost_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "boost_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
