ALTER TABLE "boost_purchases" ADD COLUMN "receipt_number" text DEFAULT upper(regexp_replace(right(gen_random_uuid()::text, 12), '(....)(....)(....)', '\1-\2-\3')) NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "receipt_number" text DEFAULT upper(regexp_replace(right(gen_random_uuid()::text, 12), '(....)(....)(....)', '\1-\2-\3')) NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "receipt_number" text DEFAULT upper(regexp_replace(right(gen_random_uuid()::text, 12), '(....)(....)(....)', '\1-\2-\3')) NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "boost_purchases_receipt_number_key" ON "boost_purchases" USING btree ("receipt_number");--> statement-breakpoint
CREATE UNIQUE INDEX "donations_receipt_number_key" ON "donations" USING btree ("receipt_number");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_payments_receipt_number_key" ON "subscription_payments" USING btree ("receipt_number");