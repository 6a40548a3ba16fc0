CREATE TABLE "book_blocks" (
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "book_blocks_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "book_leaves" (
	"index" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"salt" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "book_leaves_entry_key" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "book_months" (
	"month" date NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"account" "ledger_account" NOT NULL,
	"is_made_up" boolean NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "book_months_month_kind_account_is_made_up_pk" PRIMARY KEY("month","kind","account","is_made_up")
);
--> statement-breakpoint
CREATE TABLE "book_nights" (
	"night" date PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"statement" text NOT NULL,
	"signature" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "book_nights_size" ON "book_nights" USING btree ("size","night");--> statement-breakpoint
CREATE TRIGGER book_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "book_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('books');
--> statement-breakpoint
CREATE TRIGGER book_blocks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "book_blocks"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('books');
--> statement-breakpoint
CREATE TRIGGER book_nights_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "book_nights"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('books');
