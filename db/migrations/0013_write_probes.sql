CREATE TABLE "refused_events" (
	"source" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_probes" (
	"id" smallint PRIMARY KEY NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL
);
