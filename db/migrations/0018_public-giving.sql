ALTER TABLE "users" DROP CONSTRAINT "users_erased";
--> statement-breakpoint
DROP INDEX "giving_totals_ranking";
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "anonymous" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "giving_totals" ADD COLUMN "public_amount" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "giving_totals" ADD COLUMN "listed" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "anonymous" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "public_given" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "monthly_public" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "weekly_public" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_public" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- How a gift was made was not kept until now: each takes the donor's present switch, so that turning it off names none
-- of them (D36).
UPDATE "donations" d SET "anonymous" = true FROM "users" u WHERE u."id" = d."donor_id" AND u."anonymous_profile";
--> statement-breakpoint
UPDATE "notifications" n SET "anonymous" = true FROM "users" u WHERE u."id" = n."donor_id" AND u."anonymous_profile";
--> statement-breakpoint
UPDATE "users" SET "public_given" = "total_given", "monthly_public" = "monthly_given", "weekly_public" = "weekly_given", "daily_public" = "daily_given"
WHERE NOT "anonymous_profile" AND "total_given" > 0;
--> statement-breakpoint
ALTER TABLE "giving_totals" DISABLE TRIGGER "giving_totals_histogram_update";
--> statement-breakpoint
UPDATE "giving_totals" g SET "public_amount" = CASE WHEN u."anonymous_profile" THEN 0 ELSE g."amount" END, "listed" = NOT u."anonymous_profile"
FROM "users" u WHERE u."id" = g."user_id";
--> statement-breakpoint
ALTER TABLE "giving_totals" ENABLE TRIGGER "giving_totals_histogram_update";
--> statement-breakpoint
CREATE INDEX "users_username_beginning" ON "users" USING btree (lower("username") collate "C");
--> statement-breakpoint
CREATE INDEX "giving_totals_ranking" ON "giving_totals" USING btree ("period","start","public_amount" DESC NULLS LAST,"user_id") WHERE listed and public_amount > 0;
--> statement-breakpoint
ALTER TABLE "giving_totals" ADD CONSTRAINT "giving_totals_public_is_part" CHECK ("giving_totals"."public_amount" between 0 and "giving_totals"."amount");
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_public_is_part" CHECK ("users"."public_given" between 0 and "users"."total_given" and "users"."monthly_public" between 0 and "users"."monthly_given"
        and "users"."weekly_public" between 0 and "users"."weekly_given" and "users"."daily_public" between 0 and "users"."daily_given");
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased" CHECK ("users"."erased_at" is null or ("users"."email" = 'erased:' || "users"."id"::text and "users"."name" = '' and "users"."avatar" = '😊'
        and num_nonnulls("users"."email_verified", "users"."first_name", "users"."last_name", "users"."profile_image_url", "users"."password", "users"."google_id", "users"."paypal_email",
          "users"."visa_card_token", "users"."payment_method", "users"."stripe_account_id", "users"."last_username_change") = 0));
--> statement-breakpoint
-- Lists a person's giving, or takes it off the leaderboard, in the transaction that turns their switch or erases them:
-- the person's row is locked before their totals, as in every settlement.
CREATE FUNCTION list_giving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE giving_totals SET listed = NOT NEW.anonymous_profile AND NEW.erased_at IS NULL WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_listing AFTER UPDATE OF anonymous_profile, erased_at ON "users" FOR EACH ROW
  WHEN ((NOT OLD.anonymous_profile AND OLD.erased_at IS NULL) <> (NOT NEW.anonymous_profile AND NEW.erased_at IS NULL))
  EXECUTE FUNCTION list_giving();
--> statement-breakpoint
TRUNCATE "giving_histogram", "giving_histogram_changes";
--> statement-breakpoint
-- As in 0015, of the people that are listed and what they gave openly.
WITH latest AS (
  SELECT period, max(start) - CASE period WHEN 'all' THEN 0 WHEN 'daily' THEN 1 WHEN 'weekly' THEN 7 ELSE 31 END AS since
  FROM "giving_totals" GROUP BY period
), counted AS (
  SELECT period, start, giving_floor(public_amount, 2) AS bucket, giving_place(public_amount) AS place, count(*)::integer AS people
  FROM "giving_totals" JOIN latest USING (period) WHERE start >= since AND listed AND public_amount > 0 GROUP BY 1, 2, 3, 4
)
INSERT INTO "giving_histogram" (period, start, bucket, people, places)
SELECT period, start, bucket, sum(people), giving_places(array_fill(0, '{100}'), array_agg(place), array_agg(people))
FROM counted GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_giving_histogram() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
  last bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, giving_floor(public_amount, 4), 1 FROM written WHERE listed AND public_amount > 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  ELSIF TG_OP = 'DELETE' THEN
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, giving_floor(public_amount, 4), -1 FROM overwritten WHERE listed AND public_amount > 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  ELSE
    WITH changes AS (
      INSERT INTO giving_histogram_changes (period, start, bucket, change)
      SELECT period, start, bucket, sum(change) FROM (
        SELECT period, start, giving_floor(public_amount, 4) AS bucket, 1 AS change FROM written WHERE listed AND public_amount > 0
        UNION ALL
        SELECT period, start, giving_floor(public_amount, 4), -1 FROM overwritten WHERE listed AND public_amount > 0
      ) moved GROUP BY period, start, bucket HAVING sum(change) <> 0
      RETURNING id
    ) SELECT count(*), max(id) INTO added, last FROM changes;
  END IF;
  -- Every now and then one writer folds the changes in; only one at a time ever touches the histogram.
  IF last % 512 < added AND pg_try_advisory_xact_lock(7483202) THEN
    WITH taken AS (DELETE FROM giving_histogram_changes RETURNING period, start, bucket, change),
    counted AS (
      SELECT period, start, giving_floor(bucket, 2) AS bucket, giving_place(bucket) AS place, sum(change)::integer AS change
      FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ),
    moved AS (
      SELECT period, start, bucket, sum(change) AS people, array_agg(place) AS changed, array_agg(change) AS changes
      FROM counted GROUP BY 1, 2, 3
    ),
    -- Not by ON CONFLICT, which would add up a hundred places for every row instead of those that changed.
    known AS (
      UPDATE giving_histogram h SET people = h.people + m.people, places = giving_places(h.places, m.changed, m.changes)
      FROM moved m WHERE h.period = m.period AND h.start = m.start AND h.bucket = m.bucket
      RETURNING h.period, h.start, h.bucket
    )
    INSERT INTO giving_histogram (period, start, bucket, people, places)
    SELECT period, start, bucket, people, giving_places(array_fill(0, '{100}'), changed, changes)
    FROM moved LEFT JOIN known USING (period, start, bucket) WHERE known.period IS NULL;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Books a confirmed payment of a donation, with all that follows from it (specification 7, D21, D26; called by
-- lib/domain/donations/booking-store.ts). True when it was credited, false when it has to go back, null when there is
-- nothing to book. Amounts in cents. A gift is anonymous if the donor was when it began or is now, under the donor's
-- lock (D36); what was given openly is added up beside all that was given.
--
-- A function and not one statement, because each of its statements sees what was committed before it: who waited for a
-- request's row goes on with the row as it is. Rows are locked in one order everywhere: donation, request, people by
-- id, totals.
CREATE OR REPLACE FUNCTION book_donation(
  donation uuid, payment text, moment timestamptz, charged bigint, mismatched boolean, tells_donation uuid, tells_goal uuid,
  listed_for interval, reviewed_after interval, ever date, month date, week date, day date
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  due donations;
  asked requests;
  recipient users;
  donor users;
  open_amount bigint;
  is_subscribed boolean;
  is_reached boolean;
  is_credited boolean;
BEGIN
  SELECT * INTO due FROM donations d
  WHERE d.id = donation AND d.payment_status IN ('pending', 'failed')
    AND coalesce(CASE d.payment_method WHEN 'stripe' THEN d.stripe_payment_intent_id ELSE d.paypal_order_id END, payment) = payment
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;

  SELECT * INTO asked FROM requests WHERE id = due.request_id FOR NO KEY UPDATE;
  PERFORM FROM users WHERE id IN (due.donor_id, due.recipient_id) ORDER BY id FOR NO KEY UPDATE;
  SELECT * INTO recipient FROM users WHERE id = due.recipient_id;
  SELECT * INTO donor FROM users WHERE id = due.donor_id;
  due.anonymous := due.anonymous OR donor.anonymous_profile;
  open_amount := CASE WHEN due.anonymous THEN 0 ELSE due.amount END;
  is_subscribed := recipient.subscription_tier <> 'none' AND (recipient.subscription_expiry IS NULL OR recipient.subscription_expiry > moment);
  is_credited := NOT mismatched AND asked.is_active AND asked.deleted_at IS NULL AND (asked.raised < asked.goal OR is_subscribed);

  IF is_credited THEN
    is_reached := asked.raised + due.amount >= asked.goal;
    asked.completed_at := CASE WHEN is_reached THEN coalesce(asked.completed_at, moment) END;
    UPDATE requests SET
      raised = asked.raised + due.amount,
      is_completed = is_reached,
      completed_at = asked.completed_at,
      listed_until = CASE
        WHEN NOT is_reached THEN NULL
        WHEN recipient.subscription_tier = 'none' THEN asked.completed_at + listed_for
        WHEN recipient.subscription_expiry IS NULL THEN NULL
        ELSE greatest(asked.completed_at + listed_for, recipient.subscription_expiry)
      END
    WHERE id = asked.id;

    UPDATE users SET total_received = total_received + due.amount WHERE id = due.recipient_id;
    -- A later period begins at nothing; one that is over for them already, because another server's clock was ahead, is
    -- left to the period totals.
    UPDATE users SET
      total_given = total_given + due.amount,
      public_given = public_given + open_amount,
      monthly_start = greatest(monthly_start, month),
      monthly_given = CASE WHEN monthly_start > month THEN monthly_given WHEN monthly_start = month THEN monthly_given + due.amount ELSE due.amount END,
      monthly_public = CASE WHEN monthly_start > month THEN monthly_public WHEN monthly_start = month THEN monthly_public + open_amount ELSE open_amount END,
      weekly_start = greatest(weekly_start, week),
      weekly_given = CASE WHEN weekly_start > week THEN weekly_given WHEN weekly_start = week THEN weekly_given + due.amount ELSE due.amount END,
      weekly_public = CASE WHEN weekly_start > week THEN weekly_public WHEN weekly_start = week THEN weekly_public + open_amount ELSE open_amount END,
      daily_start = greatest(daily_start, day),
      daily_given = CASE WHEN daily_start > day THEN daily_given WHEN daily_start = day THEN daily_given + due.amount ELSE due.amount END,
      daily_public = CASE WHEN daily_start > day THEN daily_public WHEN daily_start = day THEN daily_public + open_amount ELSE open_amount END
    WHERE id = due.donor_id;
    INSERT INTO giving_totals (user_id, period, start, amount, public_amount, listed)
    SELECT due.donor_id, p.period, p.start, due.amount, open_amount, NOT donor.anonymous_profile AND donor.erased_at IS NULL
    FROM (VALUES ('all'::period, ever), ('monthly', month), ('weekly', week), ('daily', day)) p (period, start)
    ON CONFLICT (user_id, period, start) DO UPDATE
    SET amount = giving_totals.amount + excluded.amount, public_amount = giving_totals.public_amount + excluded.public_amount;

    INSERT INTO ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    VALUES (due.id, 'donation', 'donor', due.donor_id, -(due.amount + due.service_fee), moment),
      (due.id, 'donation', 'recipient', due.recipient_id, due.amount, moment),
      (due.id, 'donation', 'fee', NULL, due.service_fee, moment);
    INSERT INTO notifications (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, created_at)
    SELECT n.id, due.recipient_id, n.type, due.request_id, due.id, due.donor_id, due.anonymous, due.amount,
      least(100, (asked.raised + due.amount) * 100 / asked.goal), moment
    FROM (VALUES
      (tells_donation, 'donation'::notification_type, true),
      (tells_goal, 'goal_completed', is_reached AND asked.raised < asked.goal)) n (id, type, wanted)
    WHERE n.wanted;
  ELSE
    INSERT INTO ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    VALUES (due.id, 'uncredited', 'donor', due.donor_id, -charged, moment),
      (due.id, 'uncredited', 'refund_due', due.donor_id, charged, moment);
  END IF;

  UPDATE donations d SET
    payment_status = 'completed',
    anonymous = due.anonymous,
    stripe_payment_intent_id = CASE d.payment_method WHEN 'stripe' THEN payment ELSE d.stripe_payment_intent_id END,
    paypal_order_id = CASE d.payment_method WHEN 'stripe' THEN d.paypal_order_id ELSE payment END,
    settled_at = moment,
    credited_at = CASE WHEN is_credited THEN moment END,
    review_at = CASE WHEN is_credited THEN moment + reviewed_after END,
    refund_reason = CASE
      WHEN is_credited THEN NULL
      WHEN mismatched THEN 'mismatch'::refund_reason
      WHEN asked.deleted_at IS NOT NULL THEN 'request_deleted'
      WHEN NOT asked.is_active THEN 'request_hidden'
      ELSE 'goal_reached'
    END
  WHERE d.id = due.id;
  RETURN is_credited;
END
$$;
