ALTER TYPE "public"."refund_reason" ADD VALUE 'payer_asked';--> statement-breakpoint
ALTER TYPE "public"."refund_reason" ADD VALUE 'request_removed';