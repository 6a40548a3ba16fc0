CREATE TABLE "due_checks" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_texts" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"marks" integer[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "due_checks" ADD CONSTRAINT "due_checks_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_texts" ADD CONSTRAINT "request_texts_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "due_checks_due_at" ON "due_checks" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "request_texts_alike" ON "request_texts" USING gin ("marks");--> statement-breakpoint
CREATE INDEX "known_browsers_shared" ON "known_browsers" USING btree ("browser");--> statement-breakpoint
-- The rules look at what is owed, and at what newer requests are compared with.
INSERT INTO "due_checks" ("request_id", "due_at")
SELECT "id", now() FROM "requests" r
WHERE "created_at" > now() - interval '90 days'
  OR EXISTS (SELECT FROM "donations" d WHERE d."request_id" = r."id" AND d."is_owed");
