ALTER TABLE "notifications" DROP CONSTRAINT "notifications_request_id_requests_id_fk";
--> statement-breakpoint
DROP INDEX "requests_of_user";--> statement-breakpoint
CREATE INDEX "photos_of_user" ON "photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ((sess->>'userId'));--> statement-breakpoint
CREATE INDEX "requests_of_user" ON "requests" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);