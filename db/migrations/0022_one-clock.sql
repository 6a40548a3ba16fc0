ALTER TABLE "donations" ADD COLUMN "check_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "donations" SET "check_at" = CASE
  WHEN payment_status = 'pending' OR (payment_status = 'completed' AND refund_reason IS NOT NULL) THEN now() ELSE review_at END;--> statement-breakpoint
DROP INDEX "donations_review_at";--> statement-breakpoint
ALTER TABLE "donations" DROP COLUMN "review_at", DROP COLUMN "checked_at";--> statement-breakpoint
CREATE INDEX "donations_check_at" ON "donations" ("check_at") WHERE check_at is not null;--> statement-breakpoint
DROP FUNCTION book_donation(uuid, text, timestamptz, bigint, boolean, uuid, uuid, interval, interval, date, date, date, date);--> statement-breakpoint
CREATE FUNCTION book_donation(
  donation uuid, payment text, moment timestamptz, charged bigint, mismatched boolean, tells_donation uuid, tells_goal uuid,
  listed_for interval, reviewed_after interval, refunded_after interval, ever date, month date, week date, day date
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
    check_at = moment + CASE WHEN is_credited THEN reviewed_after ELSE refunded_after END,
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
