ALTER TYPE "public"."ledger_account" ADD VALUE 'guest';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'claim';--> statement-breakpoint
CREATE TABLE "gift_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "gift_links_token_key" UNIQUE("token"),
	CONSTRAINT "gift_links_token_length" CHECK (char_length("gift_links"."token") >= 17)
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"name" text,
	"language" "locale" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "guests_email_length" CHECK (char_length("guests"."email") <= 254),
	CONSTRAINT "guests_name_length" CHECK (char_length("guests"."name") between 1 and 100),
	CONSTRAINT "guests_known" CHECK (("guests"."forgotten_at" is null) = ("guests"."email" is not null)),
	CONSTRAINT "guests_forgotten" CHECK ("guests"."forgotten_at" is null or "guests"."name" is null)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_recipient";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_of_a_request";--> statement-breakpoint
ALTER TABLE "card_attempts" DROP CONSTRAINT "card_attempts_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "donations" ALTER COLUMN "donor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "card_attempts" ADD COLUMN "gift_link_id" uuid;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_links" ADD CONSTRAINT "gift_links_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_links_one_live" ON "gift_links" USING btree ("request_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "guests_to_forget" ON "guests" USING btree ("created_at") WHERE forgotten_at is null;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_attempts_declined_by_link" ON "card_attempts" USING btree ("gift_link_id","declined_at") WHERE declines > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "donations_guest_id_key" ON "donations" USING btree ("guest_id") WHERE guest_id is not null;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_one_giver" CHECK (num_nonnulls("donations"."donor_id", "donations"."guest_id") = 1);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient" CHECK (case when "mails"."user_id" is null
        then "mails"."kind" in ('operator_notice', 'report_received', 'report_decided', 'gift_receipt', 'gift_thanked',
          'donation_failed', 'donation_returned', 'donation_waiting')
        else "mails"."kind" not in ('operator_notice', 'gift_receipt', 'gift_thanked') end);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_a_request" CHECK (num_nulls("notifications"."donation_id", "notifications"."request_id", "notifications"."progress") in (0, 3)
        and ("notifications"."donor_id" is null or "notifications"."donation_id" is not null));