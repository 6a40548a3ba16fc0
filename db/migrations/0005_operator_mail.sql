ALTER TABLE "mails" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_operator_once" ON "mails" USING btree ("kind","cause") WHERE user_id is null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient" CHECK (("mails"."user_id" is null) = ("mails"."kind" = 'operator_notice'));