ALTER TYPE "public"."ledger_account" ADD VALUE 'provider_fee';--> statement-breakpoint
ALTER TYPE "public"."ledger_kind" ADD VALUE 'dispute_fee';--> statement-breakpoint
DROP INDEX "ledger_entries_once";--> statement-breakpoint
DROP INDEX "ledger_entries_once_per_purchase";--> statement-breakpoint
DROP INDEX "ledger_entries_once_per_payment";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "ordinal" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("donation_id","kind","account","ordinal") WHERE donation_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_purchase" ON "ledger_entries" USING btree ("boost_purchase_id","kind","account","ordinal") WHERE boost_purchase_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_payment" ON "ledger_entries" USING btree ("subscription_payment_id","kind","account","ordinal") WHERE subscription_payment_id is not null;