ALTER TABLE "boost_purchases" ADD COLUMN "returned_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD COLUMN "withdrawn_amount" integer;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "finished_at" timestamp (3) with time zone;--> statement-breakpoint
-- What was allowed before was done at once.
UPDATE "approvals" SET "finished_at" = "answered_at" WHERE "is_approved";--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "hashed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "returned_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "withdrawn_amount" integer;--> statement-breakpoint
CREATE INDEX "approvals_unfinished" ON "approvals" USING btree ("answered_at") WHERE is_approved and finished_at is null;--> statement-breakpoint
CREATE INDEX "photos_unhashed" ON "photos" USING btree ("created_at") WHERE request_id is not null and difference_hash is null and hashed_at is null;--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD CONSTRAINT "boost_purchases_returned" CHECK ("boost_purchases"."returned_amount" >= 0 and "boost_purchases"."returned_amount" < "boost_purchases"."total_amount");--> statement-breakpoint
ALTER TABLE "boost_purchases" ADD CONSTRAINT "boost_purchases_withdrawn" CHECK (("boost_purchases"."withdrawn_at" is not null) = ("boost_purchases"."withdrawn_amount" is not null)
        and "boost_purchases"."withdrawn_amount" between 1 and "boost_purchases"."total_amount");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_finished" CHECK ("approvals"."finished_at" is null or "approvals"."is_approved" is true);--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_returned" CHECK ("subscription_payments"."returned_amount" >= 0 and "subscription_payments"."returned_amount" < "subscription_payments"."amount");--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_withdrawn" CHECK (("subscription_payments"."withdrawn_at" is not null) = ("subscription_payments"."withdrawn_amount" is not null)
        and "subscription_payments"."withdrawn_amount" between 1 and "subscription_payments"."amount");