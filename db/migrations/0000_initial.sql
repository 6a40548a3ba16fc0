CREATE TYPE "public"."boost_type" AS ENUM('normal', 'premium');--> statement-breakpoint
CREATE TYPE "public"."donation_method" AS ENUM('stripe', 'paypal');--> statement-breakpoint
CREATE TYPE "public"."ledger_account" AS ENUM('donor', 'recipient', 'fee', 'refund_due');--> statement-breakpoint
CREATE TYPE "public"."ledger_kind" AS ENUM('donation', 'uncredited', 'reversal', 'refund');--> statement-breakpoint
CREATE TYPE "public"."locale" AS ENUM('en', 'nl', 'es', 'fr', 'de');--> statement-breakpoint
CREATE TYPE "public"."notification_type" AS ENUM('donation', 'goal_completed', 'refund');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('pending', 'completed', 'failed', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payout_method" AS ENUM('paypal', 'applepay', 'visa');--> statement-breakpoint
CREATE TYPE "public"."period" AS ENUM('all', 'monthly', 'weekly', 'daily');--> statement-breakpoint
CREATE TYPE "public"."refund_reason" AS ENUM('goal_reached', 'request_deleted', 'mismatch', 'requested', 'dispute');--> statement-breakpoint
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
CREATE TABLE "donations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"service_fee" integer NOT NULL,
	"currency" text NOT NULL,
	"payment_method" "donation_method" DEFAULT 'stripe' NOT NULL,
	"payment_status" "payment_state" DEFAULT 'pending' NOT NULL,
	"stripe_payment_intent_id" text,
	"paypal_order_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"credited_at" timestamp (3) with time zone,
	"refund_reason" "refund_reason",
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "donations_stripe_payment_intent_id_key" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "donations_paypal_order_id_key" UNIQUE("paypal_order_id"),
	CONSTRAINT "donations_amount_positive" CHECK ("donations"."amount" > 0 and "donations"."amount" <= 1000000),
	CONSTRAINT "donations_fee_not_negative" CHECK ("donations"."service_fee" >= 0),
	CONSTRAINT "donations_to_others" CHECK ("donations"."donor_id" <> "donations"."recipient_id"),
	CONSTRAINT "donations_currency_form" CHECK ("donations"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "donations_settled" CHECK (("donations"."settled_at" is not null) = ("donations"."payment_status" in ('completed', 'refunded'))),
	CONSTRAINT "donations_credited_or_going_back" CHECK ("donations"."payment_status" <> 'completed' or "donations"."credited_at" is not null or "donations"."refund_reason" is not null),
	CONSTRAINT "donations_refunded" CHECK (("donations"."refunded_at" is not null) = ("donations"."payment_status" = 'refunded') and ("donations"."refunded_at" is null or "donations"."refund_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "giving_totals" (
	"user_id" uuid NOT NULL,
	"period" "period" NOT NULL,
	"start" date NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "giving_totals_user_id_period_start_pk" PRIMARY KEY("user_id","period","start"),
	CONSTRAINT "giving_totals_not_negative" CHECK ("giving_totals"."amount" >= 0)
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
	"donation_id" uuid NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"account" "ledger_account" NOT NULL,
	"user_id" uuid,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("donation_id","kind","account"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0 or "ledger_entries"."account" = 'fee')
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" "notification_type" NOT NULL,
	"request_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"progress" smallint NOT NULL,
	"reason" "refund_reason",
	"created_at" timestamp (3) with time zone NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("user_id","type","donation_id")
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
	CONSTRAINT "requests_boost_moment" CHECK (("requests"."applied_boost_type" is null) = ("requests"."boost_applied_at" is null)),
	CONSTRAINT "requests_priority_range" CHECK ("requests"."priority_level" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
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
	"total_given" bigint DEFAULT 0 NOT NULL,
	"total_received" bigint DEFAULT 0 NOT NULL,
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
	"subscription_cancelled" boolean DEFAULT false NOT NULL,
	"normal_boosts" integer DEFAULT 0 NOT NULL,
	"premium_boosts" integer DEFAULT 0 NOT NULL,
	"preferred_language" "locale" DEFAULT 'en' NOT NULL,
	"last_username_change" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_google_id_key" UNIQUE("google_id"),
	CONSTRAINT "users_username_form" CHECK ("users"."username" ~ '^[A-Za-z0-9._-]{3,20}$'),
	CONSTRAINT "users_totals_not_negative" CHECK ("users"."total_given" >= 0 and "users"."total_received" >= 0),
	CONSTRAINT "users_boosts_not_negative" CHECK ("users"."normal_boosts" >= 0 and "users"."premium_boosts" >= 0),
	CONSTRAINT "users_card_is_a_token" CHECK ("users"."visa_card_token" ~ '^(tok|pm)_[A-Za-z0-9_]+$')
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_donor_id_users_id_fk" FOREIGN KEY ("donor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "giving_totals" ADD CONSTRAINT "giving_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "donations_of_request" ON "donations" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "donations_of_donor" ON "donations" USING btree ("donor_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_open" ON "donations" USING btree ("created_at") WHERE payment_status = 'pending';--> statement-breakpoint
CREATE INDEX "donations_refund_due" ON "donations" USING btree ("settled_at") WHERE payment_status = 'completed' and refund_reason is not null;--> statement-breakpoint
CREATE INDEX "giving_totals_ranking" ON "giving_totals" USING btree ("period","start","amount" DESC NULLS LAST,"user_id") WHERE amount > 0;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_user" ON "ledger_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not read;--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "requests_feed" ON "requests" USING btree ("feed_rank" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and is_listed and deleted_at is null;--> statement-breakpoint
CREATE INDEX "requests_of_user" ON "requests" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "requests_priority_until" ON "requests" USING btree ("priority_until") WHERE priority_until is not null;--> statement-breakpoint
CREATE INDEX "requests_listed_until" ON "requests" USING btree ("listed_until") WHERE is_listed and listed_until is not null;--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));