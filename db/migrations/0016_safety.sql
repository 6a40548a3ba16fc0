CREATE TYPE "public"."appeal_state" AS ENUM('open', 'upheld', 'overturned');--> statement-breakpoint
CREATE TYPE "public"."measure" AS ENUM('none', 'hidden', 'giving_off', 'held', 'returned', 'suspended');--> statement-breakpoint
CREATE TYPE "public"."report_ground" AS ENUM('scam', 'untrue', 'photo_of_others', 'personal_data', 'hate', 'violence', 'sexual', 'child_abuse', 'illegal_goods', 'self_harm', 'other');--> statement-breakpoint
CREATE TYPE "public"."safety_subject" AS ENUM('request', 'person', 'post');--> statement-breakpoint
CREATE TYPE "public"."stoppable" AS ENUM('giving', 'payouts', 'asking');--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'report';--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'decision';--> statement-breakpoint
ALTER TYPE "public"."refund_reason" ADD VALUE 'withdrawn';--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_another" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"decided_by" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" "appeal_state" DEFAULT 'open' NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	CONSTRAINT "appeals_text_length" CHECK (char_length("appeals"."text") between 10 and 2000),
	CONSTRAINT "appeals_judge" CHECK ("appeals"."answered_by" is distinct from "appeals"."decided_by"),
	CONSTRAINT "appeals_answered" CHECK (num_nonnulls("appeals"."answer", "appeals"."answered_at", "appeals"."answered_by") = case when "appeals"."state" = 'open' then 0 else 3 end)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deed" text NOT NULL,
	"input" jsonb NOT NULL,
	"person_id" uuid,
	"amount" integer,
	"reason" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"is_approved" boolean,
	CONSTRAINT "approvals_four_eyes" CHECK ("approvals"."answered_by" is distinct from "approvals"."asked_by" or "approvals"."is_approved" is false),
	CONSTRAINT "approvals_not_own" CHECK ("approvals"."person_id" is null or "approvals"."asked_by" <> "approvals"."person_id" and "approvals"."answered_by" is distinct from "approvals"."person_id"),
	CONSTRAINT "approvals_answered" CHECK (num_nonnulls("approvals"."answered_at", "approvals"."answered_by", "approvals"."is_approved") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" "safety_subject" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"measure" "measure" NOT NULL,
	"ground" text NOT NULL,
	"facts" text NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"decided_by" uuid NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	CONSTRAINT "decisions_by_decider" UNIQUE("id","decided_by"),
	CONSTRAINT "decisions_reasoned" CHECK ("decisions"."measure" = 'none' or "decisions"."ground" ~ '^(law|rules):[^[:space:]].*$' and char_length(btrim("decisions"."facts")) between 10 and 2000),
	CONSTRAINT "decisions_not_own" CHECK ("decisions"."decided_by" <> "decisions"."person_id" and "decisions"."lifted_by" is distinct from "decisions"."person_id"),
	CONSTRAINT "decisions_suspend_people" CHECK ("decisions"."measure" <> 'suspended' or "decisions"."subject" = 'person'),
	CONSTRAINT "decisions_return_requests" CHECK ("decisions"."measure" <> 'returned' or "decisions"."subject" = 'request'),
	CONSTRAINT "decisions_lifted" CHECK ("decisions"."lifted_by" is null or "decisions"."lifted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"user_id" uuid NOT NULL,
	"browser" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_user_id_browser_pk" PRIMARY KEY("user_id","browser")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT upper(regexp_replace(right(gen_random_uuid()::text, 12), '(....)(....)(....)', '\1-\2-\3')) NOT NULL,
	"subject" "safety_subject" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"ground" "report_ground" NOT NULL,
	"text" text NOT NULL,
	"reporter_id" uuid,
	"name" text,
	"email" text,
	"locale" "locale" NOT NULL,
	"token_hash" text,
	"browser" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"decision_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "reports_reference_key" UNIQUE("reference"),
	CONSTRAINT "reports_text_length" CHECK (char_length("reports"."text") <= 2000),
	CONSTRAINT "reports_decided" CHECK (("reports"."decision_id" is null) = ("reports"."decided_at" is null)),
	CONSTRAINT "reports_not_own" CHECK ("reports"."reporter_id" is distinct from "reports"."person_id"),
	CONSTRAINT "reports_forgotten" CHECK ("reports"."forgotten_at" is null or num_nonnulls("reports"."name", "reports"."email", "reports"."browser", "reports"."reporter_id") = 0)
);
--> statement-breakpoint
CREATE TABLE "request_flags" (
	"request_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"points" smallint NOT NULL,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"cleared_by" uuid,
	CONSTRAINT "request_flags_request_id_rule_pk" PRIMARY KEY("request_id","rule"),
	CONSTRAINT "request_flags_points" CHECK ("request_flags"."points" between 1 and 10),
	CONSTRAINT "request_flags_cleared" CHECK (("request_flags"."cleared_at" is null) = ("request_flags"."cleared_by" is null))
);
--> statement-breakpoint
CREATE TABLE "stops" (
	"what" "stoppable" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"stopped_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_recipient";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_cause";--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "report_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "difference_hash" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "hash_quarters" integer[] GENERATED ALWAYS AS (array[(difference_hash >> 48 & 65535)::integer, (difference_hash >> 32 & 65535)::integer + 65536,
          (difference_hash >> 16 & 65535)::integer + 131072, (difference_hash & 65535)::integer + 196608]) STORED;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "giving_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "operator_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decision" FOREIGN KEY ("decision_id","decided_by") REFERENCES "public"."decisions"("id","decided_by") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_flags" ADD CONSTRAINT "request_flags_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_flags" ADD CONSTRAINT "request_flags_cleared_by_users_id_fk" FOREIGN KEY ("cleared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_of_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("asked_at") WHERE answered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_running" ON "decisions" USING btree ("subject_id","measure") WHERE lifted_at is null and measure not in ('none', 'returned');--> statement-breakpoint
CREATE INDEX "decisions_of_subject" ON "decisions" USING btree ("subject_id","starts_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_of_person" ON "decisions" USING btree ("person_id","starts_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_until" ON "decisions" USING btree ("until") WHERE until is not null and lifted_at is null;--> statement-breakpoint
CREATE INDEX "known_browsers_seen" ON "known_browsers" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once_a_person" ON "reports" USING btree ("reporter_id","subject_id") WHERE reporter_id is not null and decided_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once_an_address" ON "reports" USING btree (lower("email"),"subject_id") WHERE reporter_id is null and email is not null and decided_at is null;--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("due_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "reports_of_subject" ON "reports" USING btree ("subject_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_by_person" ON "reports" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "reports_by_decision" ON "reports" USING btree ("decision_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE INDEX "reports_to_forget" ON "reports" USING btree ("decided_at") WHERE decided_at is not null and forgotten_at is null;--> statement-breakpoint
CREATE INDEX "request_flags_open" ON "request_flags" USING btree ("created_at") WHERE cleared_at is null;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_by_decision" ON "holds" USING btree ("decision_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE INDEX "photos_alike" ON "photos" USING gin ("hash_quarters") WHERE request_id is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient" CHECK (case when "mails"."user_id" is null then "mails"."kind" in ('operator_notice', 'report_received', 'report_decided')
        else "mails"."kind" <> 'operator_notice' end);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change", "notifications"."payout_id", "notifications"."report_id", "notifications"."decision_id") = 1);