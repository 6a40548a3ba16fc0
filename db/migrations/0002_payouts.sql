CREATE TYPE "public"."capability_state" AS ENUM('active', 'pending', 'restricted', 'unsupported', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."hold_cause" AS ENUM('report', 'dispute', 'risk', 'provider', 'operator', 'new_bank_account', 'first_payout');--> statement-breakpoint
CREATE TYPE "public"."paid_by" AS ENUM('ideal', 'bancontact', 'card_authenticated', 'card', 'wero', 'wallet', 'other');--> statement-breakpoint
CREATE TYPE "public"."payee_waits" AS ENUM('nobody', 'owner', 'provider');--> statement-breakpoint
CREATE TYPE "public"."payout_cause" AS ENUM('goal', 'owner', 'quiet');--> statement-breakpoint
CREATE TYPE "public"."payout_state" AS ENUM('created', 'sent', 'on_the_way', 'paid', 'failed');--> statement-breakpoint
CREATE TYPE "public"."transfer_return_cause" AS ENUM('refund', 'dispute', 'correction');--> statement-breakpoint
CREATE TYPE "public"."transfer_return_state" AS ENUM('due', 'done', 'short');--> statement-breakpoint
CREATE TYPE "public"."transfer_state" AS ENUM('planned', 'sent', 'returned', 'cancelled');--> statement-breakpoint
ALTER TYPE "public"."ledger_account" ADD VALUE 'held';--> statement-breakpoint
ALTER TYPE "public"."ledger_account" ADD VALUE 'payee';--> statement-breakpoint
ALTER TYPE "public"."ledger_account" ADD VALUE 'bank';--> statement-breakpoint
ALTER TYPE "public"."ledger_account" ADD VALUE 'loss';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'partial_reversal';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'transfer';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'transfer_return';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'payout';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'payout_return';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'loss';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'recovery';--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'payout';--> statement-breakpoint
ALTER TYPE "public"."payout_method" ADD VALUE 'bank';--> statement-breakpoint
ALTER TYPE "public"."refund_reason" ADD VALUE 'not_paid_out';--> statement-breakpoint
ALTER TYPE "public"."refund_reason" ADD VALUE 'given_back';--> statement-breakpoint
CREATE TABLE "donation_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"donation_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"total" integer NOT NULL,
	"reason" "refund_reason" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "donation_returns_once" UNIQUE("donation_id","total"),
	CONSTRAINT "donation_returns_amount" CHECK ("donation_returns"."amount" >= 0 and "donation_returns"."fee" >= 0 and "donation_returns"."amount" + "donation_returns"."fee" > 0)
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"request_id" uuid,
	"donation_id" uuid,
	"cause" "hold_cause" NOT NULL,
	"decision" text,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"placed_by" text,
	"ends_at" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" text,
	CONSTRAINT "holds_one_subject" CHECK (num_nonnulls("holds"."user_id", "holds"."request_id", "holds"."donation_id") = 1),
	CONSTRAINT "holds_reasoned" CHECK ("holds"."placed_by" is null or "holds"."decision" is not null and "holds"."decision" <> ''),
	CONSTRAINT "holds_lifted" CHECK ("holds"."lifted_by" is null or "holds"."lifted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "payee_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" "donation_method" NOT NULL,
	"provider_account_id" text,
	"country" text NOT NULL,
	"transfers" "capability_state",
	"payouts" "capability_state",
	"waits_for" "payee_waits" DEFAULT 'owner' NOT NULL,
	"waits_until" timestamp (3) with time zone,
	"problem" text,
	"bank_last4" text,
	"bank_hash" text,
	"submitted_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "payee_accounts_provider_account_id_key" UNIQUE("provider_account_id"),
	CONSTRAINT "payee_accounts_country_form" CHECK ("payee_accounts"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "payee_accounts_last4_form" CHECK (char_length("payee_accounts"."bank_last4") <= 4)
);
--> statement-breakpoint
CREATE TABLE "payout_gifts" (
	"payout_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"is_live" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payout_gifts_payout_id_donation_id_pk" PRIMARY KEY("payout_id","donation_id"),
	CONSTRAINT "payout_gifts_amount_positive" CHECK ("payout_gifts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"request_id" uuid,
	"amount" bigint NOT NULL,
	"cause" "payout_cause" NOT NULL,
	"state" "payout_state" DEFAULT 'created' NOT NULL,
	"provider_id" text,
	"arrives_on" date,
	"failure_code" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"claimed_until" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_provider_id_key" UNIQUE("provider_id"),
	CONSTRAINT "payouts_amount_positive" CHECK ("payouts"."amount" > 0),
	CONSTRAINT "payouts_failed" CHECK (("payouts"."failed_at" is not null) = ("payouts"."state" = 'failed'))
);
--> statement-breakpoint
CREATE TABLE "transfer_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"cause" "transfer_return_cause" NOT NULL,
	"state" "transfer_return_state" DEFAULT 'due' NOT NULL,
	"recovers_id" uuid,
	"provider_id" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"claimed_until" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "transfer_returns_provider_id_key" UNIQUE("provider_id"),
	CONSTRAINT "transfer_returns_amount_positive" CHECK ("transfer_returns"."amount" > 0),
	CONSTRAINT "transfer_returns_done" CHECK (("transfer_returns"."done_at" is not null) = ("transfer_returns"."state" <> 'due'))
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"donation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"state" "transfer_state" DEFAULT 'planned' NOT NULL,
	"charge_id" text,
	"provider_id" text,
	"release_at" timestamp (3) with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"claimed_until" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "transfers_provider_id_key" UNIQUE("provider_id"),
	CONSTRAINT "transfers_of_donation" UNIQUE("donation_id","round"),
	CONSTRAINT "transfers_amount_positive" CHECK ("transfers"."amount" > 0),
	CONSTRAINT "transfers_sent" CHECK (("transfers"."sent_at" is not null) = ("transfers"."state" in ('sent', 'returned')))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_one_cause";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_cause";--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "paid_by" "paid_by";--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "is_owed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "returned_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "returned_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "donation_return_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "transfer_return_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "payout_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "payout_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "payout_state" "payout_state";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "giving_paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "donation_returns" ADD CONSTRAINT "donation_returns_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD CONSTRAINT "payee_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_gifts" ADD CONSTRAINT "payout_gifts_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_gifts" ADD CONSTRAINT "payout_gifts_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_gifts" ADD CONSTRAINT "payout_gifts_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_account_id_payee_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payee_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_returns" ADD CONSTRAINT "transfer_returns_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_returns" ADD CONSTRAINT "transfer_returns_recovers_id_transfer_returns_id_fk" FOREIGN KEY ("recovers_id") REFERENCES "public"."transfer_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_account_id_payee_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payee_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_of_user" ON "holds" USING btree ("user_id","cause") WHERE user_id is not null and lifted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_of_request" ON "holds" USING btree ("request_id","cause") WHERE request_id is not null and lifted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_of_donation" ON "holds" USING btree ("donation_id","cause") WHERE donation_id is not null and lifted_at is null;--> statement-breakpoint
CREATE INDEX "holds_by_user" ON "holds" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "holds_by_donation" ON "holds" USING btree ("donation_id") WHERE donation_id is not null;--> statement-breakpoint
CREATE INDEX "holds_by_request" ON "holds" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "holds_placed" ON "holds" USING btree ("placed_at") WHERE lifted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payee_accounts_open" ON "payee_accounts" USING btree ("user_id","provider") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "payee_accounts_of_user" ON "payee_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payee_accounts_check_at" ON "payee_accounts" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "payee_accounts_bank_hash" ON "payee_accounts" USING btree ("bank_hash") WHERE bank_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_gifts_one_alive" ON "payout_gifts" USING btree ("donation_id") WHERE is_live;--> statement-breakpoint
CREATE INDEX "payout_gifts_of_transfer" ON "payout_gifts" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "payouts_of_user" ON "payouts" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_of_account" ON "payouts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payouts_of_request" ON "payouts" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_check_at" ON "payouts" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "transfer_returns_of_transfer" ON "transfer_returns" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "transfer_returns_check_at" ON "transfer_returns" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_returns_one_recovery" ON "transfer_returns" USING btree ("recovers_id") WHERE recovers_id is not null and state = 'due';--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_one_alive" ON "transfers" USING btree ("donation_id") WHERE state in ('planned', 'sent');--> statement-breakpoint
CREATE INDEX "transfers_of_account" ON "transfers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "transfers_of_user" ON "transfers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transfers_check_at" ON "transfers" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_donation_return_id_donation_returns_id_fk" FOREIGN KEY ("donation_return_id") REFERENCES "public"."donation_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_return_id_transfer_returns_id_fk" FOREIGN KEY ("transfer_return_id") REFERENCES "public"."transfer_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donations_owed" ON "donations" USING btree ("recipient_id","settled_at") WHERE is_owed;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_donation_return" ON "ledger_entries" USING btree ("donation_return_id","kind","account") WHERE donation_return_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_transfer" ON "ledger_entries" USING btree ("transfer_id","kind","account") WHERE transfer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_transfer_return" ON "ledger_entries" USING btree ("transfer_return_id","kind","account") WHERE transfer_return_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_payout" ON "ledger_entries" USING btree ("payout_id","kind","account") WHERE payout_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_per_payout" ON "notifications" USING btree ("payout_id","payout_state") WHERE payout_id is not null;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_returned_is_part" CHECK ("donations"."returned_amount" between 0 and "donations"."amount" and "donations"."returned_fee" between 0 and "donations"."service_fee");--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_owed_is_credited" CHECK (not "donations"."is_owed" or ("donations"."credited_at" is not null and "donations"."payment_status" = 'completed'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_one_cause" CHECK (num_nonnulls("ledger_entries"."donation_id", "ledger_entries"."boost_purchase_id", "ledger_entries"."subscription_payment_id", "ledger_entries"."donation_return_id",
        "ledger_entries"."transfer_id", "ledger_entries"."transfer_return_id", "ledger_entries"."payout_id") = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_a_payout" CHECK (("notifications"."payout_id" is null) = ("notifications"."payout_state" is null));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change", "notifications"."payout_id") = 1);--> statement-breakpoint
UPDATE "donations" SET "is_owed" = true WHERE "payment_status" = 'completed' AND "credited_at" IS NOT NULL;--> statement-breakpoint
UPDATE "donations" SET "paid_by" = CASE "payment_method" WHEN 'paypal' THEN 'wallet'::"paid_by" ELSE 'card' END WHERE "settled_at" IS NOT NULL;
