ALTER TYPE "public"."hold_cause" ADD VALUE 'ownership';--> statement-breakpoint
ALTER TYPE "public"."link_purpose" ADD VALUE 'contest_undo';--> statement-breakpoint
DROP INDEX "payee_accounts_open";--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "trusted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD COLUMN "bank_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD COLUMN "abandoned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "trusted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "contested_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payout_changed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payee_accounts_open" ON "payee_accounts" USING btree ("user_id","provider") WHERE closed_at is null and abandoned_at is null;--> statement-breakpoint
UPDATE "users" SET "trusted_at" = "created_at" WHERE "google_id" IS NOT NULL;
