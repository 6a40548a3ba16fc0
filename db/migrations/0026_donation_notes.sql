ALTER TYPE "public"."safety_subject" ADD VALUE 'message';--> statement-breakpoint
CREATE TABLE "donation_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"donation_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_shown" boolean DEFAULT false NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "donation_notes_one_each" UNIQUE("donation_id"),
	CONSTRAINT "donation_notes_text_length" CHECK (char_length("donation_notes"."text") between 1 and 280)
);
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_not_own";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_recipient";--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_not_own";--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "donation_notes" ADD CONSTRAINT "donation_notes_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donation_notes" ADD CONSTRAINT "donation_notes_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donation_notes_of_request" ON "donation_notes" USING btree ("request_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "guests_by_address" ON "guests" USING btree (lower("email")) WHERE email is not null;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_of_guests" CHECK ("decisions"."person_id" is not null or "decisions"."subject"::text = 'message');--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_about_messages" CHECK ("decisions"."subject"::text <> 'message' or "decisions"."measure" in ('none', 'hidden'));--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_not_own" CHECK ("decisions"."person_id" is null or "decisions"."decided_by" <> "decisions"."person_id" and "decisions"."lifted_by" is distinct from "decisions"."person_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient" CHECK (case when "mails"."user_id" is null
        then "mails"."kind" in ('operator_notice', 'report_received', 'report_decided', 'gift_receipt', 'gift_thanked',
          'donation_failed', 'donation_returned', 'donation_waiting', 'moderation_decision')
        else "mails"."kind" not in ('operator_notice', 'gift_receipt', 'gift_thanked') end);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_of_guests" CHECK ("reports"."person_id" is not null or "reports"."subject"::text = 'message');--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_not_own" CHECK ("reports"."reporter_id" is null or "reports"."reporter_id" is distinct from "reports"."person_id");