CREATE TYPE "public"."post_audience" AS ENUM('everyone', 'givers');--> statement-breakpoint
CREATE TYPE "public"."post_kind" AS ENUM('update', 'thanks', 'delivered');--> statement-breakpoint
CREATE TYPE "public"."post_outcome" AS ENUM('bought', 'cheaper', 'changed');--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'update';--> statement-breakpoint
CREATE TABLE "deliveries" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"paid_out_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"asked_days" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "deliveries_asked_days" CHECK ("deliveries"."asked_days" in (0, 14, 30, 60))
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "post_kind" NOT NULL,
	"text" text NOT NULL,
	"audience" "post_audience" NOT NULL,
	"outcome" "post_outcome",
	"leftover" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "posts_text" CHECK (char_length("posts"."text") <= 1000
        and ("posts"."text" <> '' or "posts"."kind" = 'thanks' or "posts"."deleted_at" is not null)
        and ("posts"."text" = '' or "posts"."deleted_at" is null)),
	CONSTRAINT "posts_outcome" CHECK (("posts"."outcome" is not null) = ("posts"."kind" = 'delivered')),
	CONSTRAINT "posts_leftover" CHECK ("posts"."leftover" is null or "posts"."leftover" > 0 and "posts"."outcome" is not distinct from 'cheaper'),
	CONSTRAINT "posts_edited_within_an_hour" CHECK ("posts"."edited_at" between "posts"."created_at" and "posts"."created_at" + interval '1 hour')
);
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_about_messages";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_recipient";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_cause";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_of_a_request";--> statement-breakpoint
ALTER TABLE "photos" DROP CONSTRAINT "photos_used_or_discarded";--> statement-breakpoint
ALTER TABLE "photos" DROP CONSTRAINT "photos_used_when_encoded";--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "news_silenced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "post_id" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "post_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_of_user" ON "deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deliveries_to_ask" ON "deliveries" USING btree ("paid_out_at") WHERE delivered_at is null and asked_days < 60;--> statement-breakpoint
CREATE INDEX "posts_of_request" ON "posts" USING btree ("request_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_of_user" ON "posts" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_per_post" ON "notifications" USING btree ("post_id","user_id") WHERE post_id is not null;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_post_id_key" UNIQUE("post_id");--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_about_words" CHECK ("decisions"."subject"::text not in ('message', 'post') or "decisions"."measure" in ('none', 'hidden'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient" CHECK (case when "mails"."user_id" is null
        then "mails"."kind" in ('operator_notice', 'report_received', 'report_decided', 'gift_receipt', 'gift_thanked',
          'donation_failed', 'donation_returned', 'donation_waiting', 'moderation_decision', 'request_update',
          'request_delivered')
        else "mails"."kind" not in ('operator_notice', 'gift_receipt', 'gift_thanked') end);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change", "notifications"."payout_id", "notifications"."report_id", "notifications"."decision_id", "notifications"."post_id") = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_a_request" CHECK (num_nulls("notifications"."donation_id", "notifications"."progress") in (0, 2)
        and ("notifications"."request_id" is null) = (num_nonnulls("notifications"."donation_id", "notifications"."post_id") = 0)
        and ("notifications"."donor_id" is null or "notifications"."donation_id" is not null));--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_used_once" CHECK (num_nonnulls("photos"."request_id", "photos"."post_id", "photos"."discarded_at") <= 1);--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_used_when_encoded" CHECK (num_nonnulls("photos"."request_id", "photos"."post_id") = 0 or "photos"."width" is not null);--> statement-breakpoint
-- A trigger needs its function to exist. The bodies follow in the same transaction, from db/functions.
CREATE FUNCTION keep_paid_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION keep_delivered() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';

CREATE TRIGGER payouts_paid_out AFTER UPDATE OF state ON "payouts" FOR EACH ROW
  WHEN ((old.state = 'paid') <> (new.state = 'paid')) EXECUTE FUNCTION keep_paid_out();
CREATE TRIGGER posts_delivered AFTER INSERT OR UPDATE OF hidden_at, deleted_at ON "posts" FOR EACH ROW
  WHEN (new.kind = 'delivered') EXECUTE FUNCTION keep_delivered();
CREATE TRIGGER posts_delivered_removed AFTER DELETE ON "posts" FOR EACH ROW
  WHEN (old.kind = 'delivered') EXECUTE FUNCTION keep_delivered();

INSERT INTO "deliveries" (request_id, user_id, paid_out_at)
SELECT d.request_id, p.user_id, min(p.paid_at) FROM "payouts" p
JOIN "payout_donations" g ON g.payout_id = p.id AND g.is_live
JOIN "donations" d ON d.id = g.donation_id
WHERE p.state = 'paid' GROUP BY d.request_id, p.user_id;
