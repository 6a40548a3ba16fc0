CREATE TYPE "public"."link_purpose" AS ENUM('confirm_email', 'reset_password', 'change_email', 'undo_email');--> statement-breakpoint
CREATE TYPE "public"."mail_channel" AS ENUM('mail', 'push');--> statement-breakpoint
CREATE TYPE "public"."mail_frequency" AS ENUM('now', 'daily', 'weekly', 'off');--> statement-breakpoint
CREATE TYPE "public"."mail_state" AS ENUM('due', 'sending', 'sent', 'failed', 'suppressed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."mail_stream" AS ENUM('account', 'money', 'news');--> statement-breakpoint
ALTER TYPE "public"."account_change" ADD VALUE 'password';--> statement-breakpoint
ALTER TYPE "public"."account_change" ADD VALUE 'email';--> statement-breakpoint
ALTER TYPE "public"."account_change" ADD VALUE 'email_lost';--> statement-breakpoint
ALTER TYPE "public"."account_change" ADD VALUE 'passkey';--> statement-breakpoint
ALTER TYPE "public"."account_change" ADD VALUE 'second_factor';--> statement-breakpoint
ALTER TYPE "public"."account_change" ADD VALUE 'sign_in';--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "link_purpose" NOT NULL,
	"token_hash" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "account_links_token_hash_key" UNIQUE("token_hash"),
	CONSTRAINT "account_links_hash_form" CHECK ("account_links"."token_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" "mail_channel" DEFAULT 'mail' NOT NULL,
	"stream" "mail_stream" NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text,
	"locale" "locale",
	"data" jsonb,
	"secret" text,
	"state" "mail_state" DEFAULT 'due' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "mails_once" UNIQUE("user_id","kind","cause","channel"),
	CONSTRAINT "mails_claimed" CHECK (("mails"."state" = 'sending') = ("mails"."claimed_at" is not null)),
	CONSTRAINT "mails_finished" CHECK (("mails"."state" in ('due', 'sending')) = ("mails"."finished_at" is null)),
	CONSTRAINT "mails_secret" CHECK ("mails"."secret" is null or "mails"."state" in ('due', 'sending'))
);
--> statement-breakpoint
CREATE TABLE "message_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"in_app" boolean NOT NULL,
	"push" boolean NOT NULL,
	"mail" "mail_frequency" NOT NULL,
	CONSTRAINT "message_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_key" UNIQUE("credential_id"),
	CONSTRAINT "passkeys_name_length" CHECK (char_length("passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_erased";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_silenced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payouts_held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_choices" ADD CONSTRAINT "message_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_of_user" ON "account_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "account_links_expiry" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("stream","due_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "mails_sending" ON "mails" USING btree ("claimed_at") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("finished_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "mails_kept" ON "mails" USING btree ("finished_at") WHERE num_nonnulls(address, data) > 0;--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_of_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_key" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased" CHECK ("users"."erased_at" is null or ("users"."email" = 'erased:' || "users"."id"::text and "users"."name" = '' and "users"."avatar" = '😊'
        and num_nonnulls("users"."email_verified", "users"."first_name", "users"."last_name", "users"."profile_image_url", "users"."password", "users"."google_id", "users"."paypal_email",
          "users"."visa_card_token", "users"."payment_method", "users"."stripe_account_id", "users"."last_username_change", "users"."email_bounced_at", "users"."news_silenced_at") = 0));