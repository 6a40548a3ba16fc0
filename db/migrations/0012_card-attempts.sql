CREATE TABLE "card_attempts" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"declined_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_attempts_declines" CHECK ("card_attempts"."declines" >= 0 and ("card_attempts"."declines" > 0) = ("card_attempts"."declined_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "card_attempts" ADD CONSTRAINT "card_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_attempts_of_user" ON "card_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "card_attempts_declined_at_address" ON "card_attempts" USING btree ("address","declined_at") WHERE declines > 0;--> statement-breakpoint
CREATE INDEX "card_attempts_created" ON "card_attempts" USING btree ("created_at");