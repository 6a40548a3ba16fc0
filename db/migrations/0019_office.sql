ALTER TABLE "sessions" ADD COLUMN "passkey_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_entries_of_operator" ON "audit_entries" USING btree ("operator","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "boost_purchases_refused" ON "boost_purchases" USING btree ("id") WHERE refund_refusal is not null;--> statement-breakpoint
CREATE INDEX "decisions_by_start" ON "decisions" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at","id") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "subscription_payments_refused" ON "subscription_payments" USING btree ("id") WHERE refund_refusal is not null;