CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"upload_key" text NOT NULL,
	"request_id" uuid,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"upload_cleared_at" timestamp (3) with time zone,
	"discarded_at" timestamp (3) with time zone,
	CONSTRAINT "photos_upload_key_key" UNIQUE("upload_key"),
	CONSTRAINT "photos_request_id_key" UNIQUE("request_id"),
	CONSTRAINT "photos_size" CHECK (("photos"."width" is null) = ("photos"."height" is null)),
	CONSTRAINT "photos_size_range" CHECK ("photos"."width" between 1 and 1600 and "photos"."height" between 1 and 1600),
	CONSTRAINT "photos_used_when_encoded" CHECK ("photos"."request_id" is null or "photos"."width" is not null),
	CONSTRAINT "photos_used_or_discarded" CHECK ("photos"."request_id" is null or "photos"."discarded_at" is null)
);
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_without_request" ON "photos" USING btree ("created_at") WHERE request_id is null and discarded_at is null;--> statement-breakpoint
CREATE INDEX "photos_upload_left" ON "photos" USING btree ("created_at") WHERE upload_cleared_at is null;--> statement-breakpoint
CREATE INDEX "photos_discarded" ON "photos" USING btree ("created_at") WHERE discarded_at is not null;