ALTER TYPE "public"."refund_reason" ADD VALUE 'taken_back';--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "taken_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "donations_reserved" ON "donations" USING btree ("request_id","reserved_until") WHERE payment_status = 'pending' and reserved_until is not null;--> statement-breakpoint
CREATE INDEX "donations_taken_back" ON "donations" USING btree ("donor_id","taken_back_at") WHERE taken_back_at is not null;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_taken_back" CHECK ("donations"."taken_back_at" is null or "donations"."refund_reason" is not null);