ALTER TABLE "donations" DROP CONSTRAINT "donations_stripe_payment_intent_id_key";--> statement-breakpoint
ALTER TABLE "donations" DROP CONSTRAINT "donations_paypal_order_id_key";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_once";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_once_per_purchase";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_once_per_payment";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_once_per_purchase";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_once_per_payment";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_of_a_request";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "donor_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "monthly_start" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "monthly_given" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "weekly_start" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "weekly_given" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_start" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_given" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "notifications" n SET "donor_id" = d."donor_id" FROM "donations" d WHERE d."id" = n."donation_id";--> statement-breakpoint
-- What each person gave in the last period of each length that they gave in.
UPDATE "users" u SET "monthly_start" = g.start, "monthly_given" = g.amount
FROM (SELECT DISTINCT ON (user_id) user_id, start, amount FROM "giving_totals" WHERE period = 'monthly' ORDER BY user_id, start DESC) g WHERE g.user_id = u.id;--> statement-breakpoint
UPDATE "users" u SET "weekly_start" = g.start, "weekly_given" = g.amount
FROM (SELECT DISTINCT ON (user_id) user_id, start, amount FROM "giving_totals" WHERE period = 'weekly' ORDER BY user_id, start DESC) g WHERE g.user_id = u.id;--> statement-breakpoint
UPDATE "users" u SET "daily_start" = g.start, "daily_given" = g.amount
FROM (SELECT DISTINCT ON (user_id) user_id, start, amount FROM "giving_totals" WHERE period = 'daily' ORDER BY user_id, start DESC) g WHERE g.user_id = u.id;--> statement-breakpoint
-- Room on each page for the next version of a row, so that a settlement need not touch their indexes.
ALTER TABLE "users" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "requests" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_donor_id_users_id_fk" FOREIGN KEY ("donor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "donations_stripe_payment_intent_id_key" ON "donations" USING btree ("stripe_payment_intent_id") WHERE stripe_payment_intent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "donations_paypal_order_id_key" ON "donations" USING btree ("paypal_order_id") WHERE paypal_order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("donation_id","kind","account") WHERE donation_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_purchase" ON "ledger_entries" USING btree ("boost_purchase_id","kind","account") WHERE boost_purchase_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_payment" ON "ledger_entries" USING btree ("subscription_payment_id","kind","account") WHERE subscription_payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_per_purchase" ON "notifications" USING btree ("boost_purchase_id") WHERE boost_purchase_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_per_payment" ON "notifications" USING btree ("subscription_payment_id") WHERE subscription_payment_id is not null;--> statement-breakpoint
CREATE INDEX "users_by_id" ON "users" USING hash ("id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_a_request" CHECK (num_nulls("notifications"."donation_id", "notifications"."donor_id", "notifications"."request_id", "notifications"."progress") in (0, 4));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_periods_not_negative" CHECK ("users"."monthly_given" >= 0 and "users"."weekly_given" >= 0 and "users"."daily_given" >= 0);
