ALTER TABLE "payouts" ADD COLUMN "adopted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "adopted_at" timestamp (3) with time zone;