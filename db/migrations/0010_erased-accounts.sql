ALTER TYPE "public"."refund_reason" ADD VALUE 'account_erased';--> statement-breakpoint
CREATE TABLE "held_usernames" (
	"hash" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_username_form";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "held_usernames_until" ON "held_usernames" USING btree ("until");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased" CHECK ("users"."erased_at" is null or ("users"."email" = 'erased:' || "users"."id"::text and "users"."name" = '' and "users"."avatar" = '😊' and "users"."anonymous_profile"
        and num_nonnulls("users"."email_verified", "users"."first_name", "users"."last_name", "users"."profile_image_url", "users"."password", "users"."google_id", "users"."paypal_email",
          "users"."visa_card_token", "users"."payment_method", "users"."stripe_account_id", "users"."last_username_change") = 0));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_username_form" CHECK (case when "users"."erased_at" is null then "users"."username" ~ '^[A-Za-z0-9._-]{3,20}$' else "users"."username" = "users"."id"::text end);