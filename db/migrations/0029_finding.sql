CREATE TYPE "public"."request_category" AS ENUM('home', 'school', 'work', 'health', 'sport', 'music', 'children', 'transport', 'other');--> statement-breakpoint
ALTER TYPE "public"."notification_type" ADD VALUE 'asked';--> statement-breakpoint
CREATE TABLE "follows" (
	"follower_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_follower_id_followed_id_pk" PRIMARY KEY("follower_id","followed_id"),
	CONSTRAINT "follows_another" CHECK ("follows"."follower_id" <> "follows"."followed_id")
);
--> statement-breakpoint
CREATE TABLE "saved_requests" (
	"user_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_requests_user_id_request_id_pk" PRIMARY KEY("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "open_requests" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"category" "request_category",
	"place_id" integer,
	"reached_step" smallint NOT NULL,
	"left_step" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_words" (
	"word_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"request_id" uuid NOT NULL,
	CONSTRAINT "request_words_word_id_created_at_request_id_pk" PRIMARY KEY("word_id","created_at","request_id")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"word" text COLLATE "C" NOT NULL,
	"near" text[] NOT NULL,
	CONSTRAINT "search_words_word_unique" UNIQUE("word")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY NOT NULL,
	"country" char(2) NOT NULL,
	"name" text NOT NULL,
	"latitude" real NOT NULL,
	"longitude" real NOT NULL,
	"inhabitants" integer NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_cause";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_of_a_request";--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "category" "request_category";--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "place_id" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_users_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_users_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_requests" ADD CONSTRAINT "saved_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_requests" ADD CONSTRAINT "saved_requests_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_words" ADD CONSTRAINT "request_words_word_id_search_words_id_fk" FOREIGN KEY ("word_id") REFERENCES "public"."search_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_of_followed" ON "follows" USING btree ("followed_id");--> statement-breakpoint
CREATE INDEX "saved_requests_of_request" ON "saved_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "open_requests_newest" ON "open_requests" USING btree ("created_at","request_id")
  INCLUDE ("category","place_id","user_id","reached_step","left_step");--> statement-breakpoint
CREATE INDEX "open_requests_of_category" ON "open_requests" USING btree ("category","created_at","request_id")
  INCLUDE ("place_id","user_id","reached_step","left_step");--> statement-breakpoint
CREATE INDEX "open_requests_nearly" ON "open_requests" USING btree ("reached_step","created_at","request_id");--> statement-breakpoint
CREATE INDEX "open_requests_least_left" ON "open_requests" USING btree ("left_step","created_at","request_id");--> statement-breakpoint
CREATE INDEX "open_requests_of_place" ON "open_requests" USING btree ("place_id","created_at","request_id");--> statement-breakpoint
CREATE INDEX "open_requests_of_user" ON "open_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_words_near" ON "search_words" USING gin ("near");--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_cause" CHECK (num_nonnulls("notifications"."donation_id", "notifications"."boost_purchase_id", "notifications"."subscription_payment_id", "notifications"."account_change", "notifications"."payout_id", "notifications"."report_id", "notifications"."decision_id", "notifications"."post_id")
        + ("notifications"."type"::text = 'asked')::integer = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_of_a_request" CHECK (num_nulls("notifications"."donation_id", "notifications"."progress") in (0, 2)
        and ("notifications"."request_id" is null) = (num_nonnulls("notifications"."donation_id", "notifications"."post_id") = 0 and "notifications"."type"::text <> 'asked')
        and ("notifications"."donor_id" is null or "notifications"."donation_id" is not null));--> statement-breakpoint
-- As in db/functions, whose files run afterwards: what is open already has to be found too.
-- The words of a text as a search compares them (giving.md, Finding): in small letters, without accents, each once, and
-- without those that say nothing of what is asked for in any of the five languages. Signs are listed by their numbers,
-- so that the result does not depend on the database's locale.
create or replace function words_of(text_ text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from regexp_split_to_table(
    regexp_replace(
      normalize(
        replace(replace(replace(replace(replace(lower(text_), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'),
        nfkd),
      '[\u0300-\u036f\u00ad\u200b-\u200f]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u20a0-\u2bff\u3000-\u303f\ufe00-\uffff]+') word
  where word <> '' and word <> all(
    string_to_array(
      'a,aan,al,an,and,au,aux,con,d,das,de,del,dem,den,der,des,die,du,een,ein,eine,einen,einer,el,en,et,for,' ||
      'from,fur,het,i,ich,ik,im,in,is,ist,it,j,je,l,la,las,le,les,los,ma,me,mein,meine,mes,met,mi,mijn,mis,mit,' ||
      'mon,my,of,om,on,onze,op,our,para,por,pour,some,the,this,to,un,una,und,une,unos,van,von,voor,we,with,y,' ||
      'zu,zum,zur', ','))
$$;
-- A word and what is left of it without one letter each: two words that are one mistake apart have one of these in
-- common, also where two letters changed places.
create or replace function letters_left_out(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct overlay(word placing '' from at for 1)) || word
  from generate_series(1, char_length(word)) at
$$;
-- How much of a goal is reached, in twentieths, and how little is left of it, in steps from 0 to 10, where 10 is least:
-- a search sorts by these, and most donations change neither. Cents.
create or replace function reached_step(raised bigint, goal integer) returns smallint
language sql immutable parallel safe as $$ select (raised * 20 / goal)::smallint $$;
create or replace function left_step(raised bigint, goal integer) returns smallint
language sql immutable parallel safe as $$
  select (10 - width_bucket(goal - raised,
    array[251, 501, 1001, 1501, 2001, 2501, 5001, 10001, 20001, 50001]::bigint[]))::smallint
$$;

INSERT INTO "open_requests" (request_id, user_id, created_at, reached_step, left_step)
SELECT id, user_id, created_at, reached_step(raised, goal), left_step(raised, goal) FROM "requests"
WHERE is_active AND NOT is_completed AND closed_at IS NULL AND deleted_at IS NULL;
CREATE TEMPORARY TABLE words_of_open ON COMMIT DROP AS
SELECT r.id, r.created_at, unnest(words_of(r.item || ' ' || r.description)) AS word
FROM "requests" r JOIN "open_requests" o ON o.request_id = r.id;
INSERT INTO "search_words" (word, near)
SELECT word, letters_left_out(word) FROM (SELECT DISTINCT word FROM words_of_open) found;
INSERT INTO "request_words" (word_id, created_at, request_id)
SELECT w.id, o.created_at, o.id FROM words_of_open o JOIN "search_words" w ON w.word = o.word;

-- A trigger needs its function to exist. The body follows in the same transaction.
CREATE FUNCTION keep_open_request() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE TRIGGER requests_open AFTER INSERT OR DELETE ON "requests" FOR EACH ROW EXECUTE FUNCTION keep_open_request();
CREATE TRIGGER requests_open_changed AFTER UPDATE ON "requests" FOR EACH ROW
  WHEN (
    (old.item, old.description, old.category, old.place_id, old.is_active, old.is_completed, old.closed_at, old.deleted_at,
      reached_step(old.raised, old.goal), left_step(old.raised, old.goal))
    IS DISTINCT FROM
    (new.item, new.description, new.category, new.place_id, new.is_active, new.is_completed, new.closed_at, new.deleted_at,
      reached_step(new.raised, new.goal), left_step(new.raised, new.goal)))
  EXECUTE FUNCTION keep_open_request();
