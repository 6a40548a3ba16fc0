CREATE TYPE "public"."account_change" AS ENUM('payout_method', 'paypal_email', 'payout_card');--> statement-breakpoint
CREATE TYPE "public"."boost_entry_kind" AS ENUM('purchase', 'subscription', 'used', 'reversal');--> statement-breakpoint
CREATE TYPE "public"."boost_type" AS ENUM('normal', 'premium');--> statement-breakpoint
CREATE TYPE "public"."donation_method" AS ENUM('stripe', 'paypal');--> statement-breakpoint
CREATE TYPE "public"."ledger_account" AS ENUM('donor', 'recipient', 'fee', 'refund_due', 'buyer', 'sales');--> statement-breakpoint
CREATE TYPE "public"."ledger_kind" AS ENUM('donation', 'uncredited', 'reversal', 'refund', 'purchase', 'subscription');--> statement-breakpoint
CREATE TYPE "public"."locale" AS ENUM('en', 'nl', 'es', 'fr', 'de');--> statement-breakpoint
CREATE TYPE "public"."notification_type" AS ENUM('donation', 'goal_completed', 'refund', 'account');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('pending', 'completed', 'failed', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payout_method" AS ENUM('paypal', 'applepay', 'visa');--> statement-breakpoint
CREATE TYPE "public"."period" AS ENUM('all', 'monthly', 'weekly', 'daily');--> statement-breakpoint
CREATE TYPE "public"."refund_reason" AS ENUM('goal_reached', 'request_deleted', 'request_hidden', 'mismatch', 'requested', 'dispute', 'plan_ended', 'account_erased');--> statement-breakpoint
CREATE TYPE "public"."subscription_state" AS ENUM('pending', 'active', 'suspended', 'cancelled', 'expired', 'failed');--> statement-breakpoint
CREATE TYPE "public"."tier" AS ENUM('none', 'gold', 'diamond');--> statement-breakpoint
CREATE TABLE "accounts" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"refresh_token" text,
	"access_token" text,
	"expires_at" integer,
	"token_type" text,
	"scope" text,
	"id_token" text,
	"session_state" text,
	CONSTRAINT "accounts_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_entries_operator_length" CHECK (char_length("audit_entries"."operator") between 1 and 100),
	CONSTRAINT "audit_entries_reason_length" CHECK (char_length("audit_entries"."reason") between 1 and 500)
);
--> statement-breakpoint
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
	"capture_refused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"granted_at" timestamp (3) with time zone,
	"refund_reason" "refund_reason",
	"refund_refusal" text,
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
CREATE TABLE "card_attempts" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"declined_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_attempts_declines" CHECK ("card_attempts"."declines" >= 0 and ("card_attempts"."declines" > 0) = ("card_attempts"."declined_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"service_fee" integer NOT NULL,
	"currency" text NOT NULL,
	"anonymous" boolean DEFAULT false NOT NULL,
	"payment_method" "donation_method" DEFAULT 'stripe' NOT NULL,
	"payment_status" "payment_state" DEFAULT 'pending' NOT NULL,
	"stripe_payment_intent_id" text,
	"paypal_order_id" text,
	"return_secret_hash" text,
	"capture_refused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"credited_at" timestamp (3) with time zone,
	"refund_reason" "refund_reason",
	"refund_refusal" text,
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "donations_amount_positive" CHECK ("donations"."amount" > 0 and "donations"."amount" <= 1000000),
	CONSTRAINT "donations_fee_not_negative" CHECK ("donations"."service_fee" >= 0),
	CONSTRAINT "donations_to_others" CHECK ("donations"."donor_id" <> "donations"."recipient_id"),
	CONSTRAINT "donations_currency_form" CHECK ("donations"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "donations_settled" CHECK (("donations"."settled_at" is not null) = ("donations"."payment_status" in ('completed', 'refunded'))),
	CONSTRAINT "donations_credited_or_going_back" CHECK ("donations"."payment_status" <> 'completed' or "donations"."credited_at" is not null or "donations"."refund_reason" is not null),
	CONSTRAINT "donations_refunded" CHECK (("donations"."refunded_at" is not null) = ("donations"."payment_status" = 'refunded') and ("donations"."refunded_at" is null or "donations"."refund_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "giving_histogram" (
	"period" "period" NOT NULL,
	"start" date NOT NULL,
	"bucket" bigint NOT NULL,
	"people" integer NOT NULL,
	"places" integer[] NOT NULL,
	CONSTRAINT "giving_histogram_period_start_bucket_pk" PRIMARY KEY("period","start","bucket")
);
--> statement-breakpoint
CREATE TABLE "giving_histogram_changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "giving_histogram_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period" "period" NOT NULL,
	"start" date NOT NULL,
	"bucket" bigint NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "giving_totals" (
	"user_id" uuid NOT NULL,
	"period" "period" NOT NULL,
	"start" date NOT NULL,
	"amount" bigint NOT NULL,
	"public_amount" bigint DEFAULT 0 NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "giving_totals_user_id_period_start_pk" PRIMARY KEY("user_id","period","start"),
	CONSTRAINT "giving_totals_not_negative" CHECK ("giving_totals"."amount" >= 0),
	CONSTRAINT "giving_totals_public_is_part" CHECK ("giving_totals"."public_amount" between 0 and "giving_totals"."amount")
);
--> statement-breakpoint
CREATE TABLE "held_usernames" (
	"hash" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"donation_id" uuid,
	"boost_purchase_id" uuid,
	"subscription_payment_id" uuid,
	"kind" "ledger_kind" NOT NULL,
	"account" "ledger_account" NOT NULL,
	"user_id" uuid,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_one_cause" CHECK (num_nonnulls("ledger_entries"."donation_id", "ledger_entries"."boost_purchase_id", "ledger_entries"."subscription_payment_id") = 1),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0 or "ledger_entries"."account" = 'fee')
);
--> statement-breakpoint
CREATE TABLE "live_stats" (
	"shard" smallint PRIMARY KEY NOT NULL,
	"active_requests" bigint NOT NULL,
	"total_raised" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" "notification_type" NOT NULL,
	"request_id" uuid,
	"donation_id" uuid,
	"donor_id" uuid,
	"anonymous" boolean DEFAULT false NOT NULL,
	"boost_purchase_id" uuid,
	"subscription_payment_id" uuid,
	"amount" integer NOT NULL,
	"progress" smallint,
	"reason" "refund_reason",
	"account_change" "account_change",
	"device" text,
	"network" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("user_id","type","donation_id"),
	CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change") = 1),
	CONSTRAINT "notifications_of_a_request" CHECK (num_nulls("notifications"."donation_id", "notifications"."donor_id", "notifications"."request_id", "notifications"."progress") in (0, 4)),
	CONSTRAINT "notifications_of_an_account" CHECK ("notifications"."account_change" is not null or num_nonnulls("notifications"."device", "notifications"."network") = 0)
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"upload_key" text NOT NULL,
	"request_id" uuid,
	"sent_bytes" integer DEFAULT 0 NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"upload_cleared_at" timestamp (3) with time zone,
	"discarded_at" timestamp (3) with time zone,
	CONSTRAINT "photos_upload_key_key" UNIQUE("upload_key"),
	CONSTRAINT "photos_request_id_key" UNIQUE("request_id"),
	CONSTRAINT "photos_size" CHECK (("photos"."width" is null) = ("photos"."height" is null)),
	CONSTRAINT "photos_size_range" CHECK ("photos"."width" between 1 and 1600 and "photos"."height" between 1 and 1600),
	CONSTRAINT "photos_used_when_encoded" CHECK ("photos"."request_id" is null or "photos"."width" is not null),
	CONSTRAINT "photos_used_or_discarded" CHECK ("photos"."request_id" is null or "photos"."discarded_at" is null)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"payment_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"item" text NOT NULL,
	"description" text NOT NULL,
	"goal" integer NOT NULL,
	"raised" bigint DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_completed" boolean DEFAULT false NOT NULL,
	"completion_emoji" text,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"priority_level" smallint DEFAULT 0 NOT NULL,
	"priority_until" timestamp (3) with time zone,
	"is_listed" boolean DEFAULT true NOT NULL,
	"listed_until" timestamp (3) with time zone,
	"feed_rank" smallint GENERATED ALWAYS AS (case when is_completed then -1 else priority_level end) STORED NOT NULL,
	"photo_url" text,
	"applied_boost_type" "boost_type",
	"boost_applied_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "requests_item_length" CHECK (char_length("requests"."item") between 1 and 120),
	CONSTRAINT "requests_description_length" CHECK (char_length("requests"."description") between 1 and 2000),
	CONSTRAINT "requests_goal_range" CHECK ("requests"."goal" between 1 and 1000000),
	CONSTRAINT "requests_raised_not_negative" CHECK ("requests"."raised" >= 0),
	CONSTRAINT "requests_completed_when_reached" CHECK ("requests"."is_completed" = ("requests"."raised" >= "requests"."goal")),
	CONSTRAINT "requests_completed_at" CHECK ("requests"."is_completed" = ("requests"."completed_at" is not null)),
	CONSTRAINT "requests_boost_applied_at" CHECK (("requests"."applied_boost_type" is null) = ("requests"."boost_applied_at" is null)),
	CONSTRAINT "requests_priority_range" CHECK ("requests"."priority_level" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proven_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"tier" "tier" NOT NULL,
	"stripe_payment_intent_id" text,
	"paypal_payment_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"payment_status" "payment_state" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"granted_at" timestamp (3) with time zone,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"refund_reason" "refund_reason",
	"refund_refusal" text,
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "subscription_payments_stripe_payment_intent_id_key" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "subscription_payments_paypal_payment_id_key" UNIQUE("paypal_payment_id"),
	CONSTRAINT "subscription_payments_provider" CHECK (num_nonnulls("subscription_payments"."stripe_payment_intent_id", "subscription_payments"."paypal_payment_id") = 1),
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
	"payment_method" "donation_method" DEFAULT 'paypal' NOT NULL,
	"stripe_checkout_id" text,
	"stripe_subscription_id" text,
	"paypal_subscription_id" text,
	"status" "subscription_state" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"payment_awaited_since" timestamp (3) with time zone,
	"end_requested_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "subscriptions_stripe_checkout_id_key" UNIQUE("stripe_checkout_id"),
	CONSTRAINT "subscriptions_stripe_subscription_id_key" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "subscriptions_paypal_subscription_id_key" UNIQUE("paypal_subscription_id"),
	CONSTRAINT "subscriptions_paid_tier" CHECK ("subscriptions"."tier" <> 'none'),
	CONSTRAINT "subscriptions_amount_positive" CHECK ("subscriptions"."amount" > 0),
	CONSTRAINT "subscriptions_currency_form" CHECK ("subscriptions"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "subscriptions_provider" CHECK (case "subscriptions"."payment_method" when 'stripe' then "subscriptions"."paypal_subscription_id" is null else "subscriptions"."stripe_checkout_id" is null and "subscriptions"."stripe_subscription_id" is null end),
	CONSTRAINT "subscriptions_ended" CHECK (("subscriptions"."ended_at" is not null) = ("subscriptions"."status" in ('cancelled', 'expired', 'failed')))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" timestamp (3) with time zone,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"password" text,
	"google_id" text,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"avatar" text DEFAULT '😊' NOT NULL,
	"avatar_hash" text GENERATED ALWAYS AS (case when avatar like 'data:%' then left(encode(sha256(decode(split_part(avatar, ',', 2), 'base64')), 'hex'), 32) end) STORED,
	"total_given" bigint DEFAULT 0 NOT NULL,
	"total_received" bigint DEFAULT 0 NOT NULL,
	"monthly_start" date,
	"monthly_given" bigint DEFAULT 0 NOT NULL,
	"weekly_start" date,
	"weekly_given" bigint DEFAULT 0 NOT NULL,
	"daily_start" date,
	"daily_given" bigint DEFAULT 0 NOT NULL,
	"public_given" bigint DEFAULT 0 NOT NULL,
	"monthly_public" bigint DEFAULT 0 NOT NULL,
	"weekly_public" bigint DEFAULT 0 NOT NULL,
	"daily_public" bigint DEFAULT 0 NOT NULL,
	"anonymous_profile" boolean DEFAULT false NOT NULL,
	"hide_given_amount" boolean DEFAULT false NOT NULL,
	"hide_received_amount" boolean DEFAULT false NOT NULL,
	"bank_account_verified" boolean DEFAULT false NOT NULL,
	"paypal_email" text,
	"visa_card_token" text,
	"payment_method" "payout_method",
	"stripe_account_id" text,
	"subscription_tier" "tier" DEFAULT 'none' NOT NULL,
	"subscription_expiry" timestamp (3) with time zone,
	"subscription_paid_until" timestamp (3) with time zone,
	"subscription_cancelled" boolean DEFAULT false NOT NULL,
	"normal_boosts" integer DEFAULT 0 NOT NULL,
	"premium_boosts" integer DEFAULT 0 NOT NULL,
	"preferred_language" "locale" DEFAULT 'en' NOT NULL,
	"last_username_change" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "users_google_id_key" UNIQUE("google_id"),
	CONSTRAINT "users_avatar_form" CHECK ("users"."avatar" not like 'data:%' or ("users"."avatar" like 'data:image/webp%' and length("users"."avatar") <= 16384)),
	CONSTRAINT "users_username_form" CHECK (case when "users"."erased_at" is null then "users"."username" ~ '^[A-Za-z0-9._-]{3,20}$' else "users"."username" = "users"."id"::text end),
	CONSTRAINT "users_erased" CHECK ("users"."erased_at" is null or ("users"."email" = 'erased:' || "users"."id"::text and "users"."name" = '' and "users"."avatar" = '😊'
        and num_nonnulls("users"."email_verified", "users"."first_name", "users"."last_name", "users"."profile_image_url", "users"."password", "users"."google_id", "users"."paypal_email",
          "users"."visa_card_token", "users"."payment_method", "users"."stripe_account_id", "users"."last_username_change") = 0)),
	CONSTRAINT "users_totals_not_negative" CHECK ("users"."total_given" >= 0 and "users"."total_received" >= 0),
	CONSTRAINT "users_periods_not_negative" CHECK ("users"."monthly_given" >= 0 and "users"."weekly_given" >= 0 and "users"."daily_given" >= 0),
	CONSTRAINT "users_public_is_part" CHECK ("users"."public_given" between 0 and "users"."total_given" and "users"."monthly_public" between 0 and "users"."monthly_given"
        and "users"."weekly_public" between 0 and "users"."weekly_given" and "users"."daily_public" between 0 and "users"."daily_given"),
	CONSTRAINT "users_boosts_not_negative" CHECK ("users"."normal_boosts" >= 0 and "users"."premium_boosts" >= 0),
	CONSTRAINT "users_card_is_a_token" CHECK ("users"."visa_card_token" ~ '^(tok|pm)_[A-Za-z0-9_]+$')
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_entries" ADD CONSTRAINT "boost_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_entries" ADD CONSTRAINT "boost_entries_boost_purchase_id_boost_purchases_id_fk" FOREIGN KEY ("boost_purchase_id") REFERENCES "public"."boost_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_entries" ADD CONSTRAINT "boost_entries_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD CONSTRAINT "boost_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_attempts" ADD CONSTRAINT "card_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_donor_id_users_id_fk" FOREIGN KEY ("donor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "giving_totals" ADD CONSTRAINT "giving_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_usernames" ADD CONSTRAINT "held_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_boost_purchase_id_boost_purchases_id_fk" FOREIGN KEY ("boost_purchase_id") REFERENCES "public"."boost_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_donor_id_users_id_fk" FOREIGN KEY ("donor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_boost_purchase_id_boost_purchases_id_fk" FOREIGN KEY ("boost_purchase_id") REFERENCES "public"."boost_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_subject" ON "audit_entries" USING btree ("subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "boost_entries_of_user" ON "boost_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "boost_purchases_of_user" ON "boost_purchases" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "boost_purchases_check_at" ON "boost_purchases" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "card_attempts_of_user" ON "card_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "card_attempts_declined_at_address" ON "card_attempts" USING btree ("address","declined_at") WHERE declines > 0;--> statement-breakpoint
CREATE INDEX "card_attempts_created" ON "card_attempts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "donations_stripe_payment_intent_id_key" ON "donations" USING btree ("stripe_payment_intent_id") WHERE stripe_payment_intent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "donations_paypal_order_id_key" ON "donations" USING btree ("paypal_order_id") WHERE paypal_order_id is not null;--> statement-breakpoint
CREATE INDEX "donations_of_request" ON "donations" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "donations_of_donor" ON "donations" USING btree ("donor_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_open" ON "donations" USING btree ("created_at") WHERE payment_status = 'pending';--> statement-breakpoint
CREATE INDEX "donations_check_at" ON "donations" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "donations_refund_due" ON "donations" USING btree ("settled_at") WHERE payment_status = 'completed' and refund_reason is not null;--> statement-breakpoint
CREATE INDEX "giving_totals_ranking" ON "giving_totals" USING btree ("period","start","public_amount" DESC NULLS LAST,"user_id") WHERE listed and public_amount > 0;--> statement-breakpoint
CREATE INDEX "held_usernames_until" ON "held_usernames" USING btree ("until");--> statement-breakpoint
CREATE INDEX "held_usernames_of_user" ON "held_usernames" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("donation_id","kind","account") WHERE donation_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_purchase" ON "ledger_entries" USING btree ("boost_purchase_id","kind","account") WHERE boost_purchase_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_payment" ON "ledger_entries" USING btree ("subscription_payment_id","kind","account") WHERE subscription_payment_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_user" ON "ledger_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_per_purchase" ON "notifications" USING btree ("boost_purchase_id") WHERE boost_purchase_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_per_payment" ON "notifications" USING btree ("subscription_payment_id") WHERE subscription_payment_id is not null;--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not read;--> statement-breakpoint
CREATE INDEX "photos_of_user" ON "photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "photos_without_request" ON "photos" USING btree ("created_at") WHERE request_id is null and discarded_at is null;--> statement-breakpoint
CREATE INDEX "photos_upload_left" ON "photos" USING btree ("created_at") WHERE upload_cleared_at is null;--> statement-breakpoint
CREATE INDEX "photos_discarded" ON "photos" USING btree ("created_at") WHERE discarded_at is not null;--> statement-breakpoint
CREATE INDEX "provider_events_of_payment" ON "provider_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "requests_feed" ON "requests" USING btree ("feed_rank" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and is_listed and deleted_at is null;--> statement-breakpoint
CREATE INDEX "requests_of_user" ON "requests" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "requests_priority_until" ON "requests" USING btree ("priority_until") WHERE priority_until is not null;--> statement-breakpoint
CREATE INDEX "requests_listed_until" ON "requests" USING btree ("listed_until") WHERE is_listed and listed_until is not null;--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ((sess->>'userId'));--> statement-breakpoint
CREATE INDEX "subscription_payments_of_user" ON "subscription_payments" USING btree ("user_id","paid_at");--> statement-breakpoint
CREATE INDEX "subscription_payments_of_subscription" ON "subscription_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_check_at" ON "subscriptions" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "users_by_id" ON "users" USING hash ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_username_beginning" ON "users" USING btree (lower("username") collate "C");--> statement-breakpoint
CREATE INDEX "users_avatar_hash" ON "users" USING btree ("avatar_hash") WHERE avatar_hash is not null;--> statement-breakpoint
-- From here on by hand: what the schema in TypeScript cannot say.

-- A covering index, so that ranks are summed from the index alone.
ALTER TABLE "giving_histogram" DROP CONSTRAINT "giving_histogram_period_start_bucket_pk";
ALTER TABLE "giving_histogram" ADD CONSTRAINT "giving_histogram_period_start_bucket_pk"
  PRIMARY KEY ("period", "start", "bucket") INCLUDE ("people");

-- Both are written often and read whole.
ALTER TABLE "giving_histogram" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE "giving_histogram_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Room on each page for the next version of a row, so that a settlement changes none of their indexes.
ALTER TABLE "users" SET (fillfactor = 90);
ALTER TABLE "requests" SET (fillfactor = 90);

INSERT INTO "live_stats" ("shard", "active_requests", "total_raised") VALUES (0, 0, 0);
--> statement-breakpoint
-- A search for a part of a name uses trigrams. Without the extension it searches by the beginning of the name.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX users_username_search ON users USING gin (lower(username) gin_trgm_ops);
  END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'pg_trgm cannot be used here: a search finds names by their beginning only';
END
$$;
--> statement-breakpoint
-- A trigger needs its function to exist. The bodies follow in the same transaction, from db/functions.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION keep_live_stats() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION keep_giving_histogram() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION list_giving() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('ledger');
CREATE TRIGGER boost_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "boost_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('ledger');
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('audit');

CREATE TRIGGER requests_live_stats_insert AFTER INSERT ON "requests"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_live_stats();
CREATE TRIGGER requests_live_stats_update AFTER UPDATE ON "requests"
  REFERENCING OLD TABLE AS overwritten NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_live_stats();
CREATE TRIGGER requests_live_stats_delete AFTER DELETE ON "requests"
  REFERENCING OLD TABLE AS overwritten FOR EACH STATEMENT EXECUTE FUNCTION keep_live_stats();

CREATE TRIGGER giving_totals_histogram_insert AFTER INSERT ON "giving_totals"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_giving_histogram();
CREATE TRIGGER giving_totals_histogram_update AFTER UPDATE ON "giving_totals"
  REFERENCING OLD TABLE AS overwritten NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_giving_histogram();
CREATE TRIGGER giving_totals_histogram_delete AFTER DELETE ON "giving_totals"
  REFERENCING OLD TABLE AS overwritten FOR EACH STATEMENT EXECUTE FUNCTION keep_giving_histogram();

CREATE TRIGGER users_listing AFTER UPDATE OF anonymous_profile, erased_at ON "users" FOR EACH ROW
  WHEN ((NOT OLD.anonymous_profile AND OLD.erased_at IS NULL) <> (NOT NEW.anonymous_profile AND NEW.erased_at IS NULL))
  EXECUTE FUNCTION list_giving();
