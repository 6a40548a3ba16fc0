DROP INDEX "holds_of_user";--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "payout_id" uuid;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD COLUMN "bank_id" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "destination" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "bank_hash" text;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_account_id_payee_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payee_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_of_account" ON "holds" USING btree ("account_id","cause") WHERE account_id is not null and lifted_at is null;--> statement-breakpoint
CREATE INDEX "holds_by_payout" ON "holds" USING btree ("payout_id") WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_failed" ON "payouts" USING btree ("user_id") WHERE state = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "holds_of_user" ON "holds" USING btree ("user_id","cause") WHERE user_id is not null and account_id is null and lifted_at is null;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_account_of_user" CHECK ("holds"."account_id" is null or "holds"."user_id" is not null);--> statement-breakpoint
-- A hold of a failed payout becomes one of the account that it went to, and the payout gets its bank account's hash.
UPDATE "holds" h SET "account_id" = p."account_id", "payout_id" = p."id" FROM (
  SELECT DISTINCT ON ("user_id") "id", "user_id", "account_id" FROM "payouts"
  WHERE "state" = 'failed' AND "sent_at" IS NOT NULL ORDER BY "user_id", "failed_at" DESC
) p WHERE h."cause" = 'provider' AND h."lifted_at" IS NULL AND h."user_id" = p."user_id";--> statement-breakpoint
UPDATE "payouts" p SET "bank_hash" = a."bank_hash" FROM "payee_accounts" a
WHERE a."id" = p."account_id" AND p."state" = 'failed' AND p."sent_at" IS NOT NULL
  AND EXISTS (SELECT FROM "holds" h WHERE h."account_id" = a."id" AND h."lifted_at" IS NULL);
