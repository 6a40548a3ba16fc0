DROP INDEX "deliveries_of_user";--> statement-breakpoint
CREATE INDEX "deliveries_of_user" ON "deliveries" USING hash ("user_id");