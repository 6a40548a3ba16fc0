CREATE TABLE "nightly_checks" (
	"day" date PRIMARY KEY NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL
);
