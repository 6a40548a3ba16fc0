-- Books a confirmed payment of a donation, with all that follows from it (specification 7, D21, D26; lib/domain/donations/settlement-store.ts calls
-- it). True when it was credited, false when it has to go back, null when there is nothing to book. Amounts in cents.
--
-- A function and not one statement, because each of its statements sees what was committed before it: whoever waited for a request's row goes on with
-- the row as it is. One statement keeps the picture it began with, and PostgreSQL would look at every changed row a second time, which cost as much
-- again as the booking where many give to one request. Rows are locked in one order everywhere: donation, request, people by id, totals.
CREATE FUNCTION book_donation(
  donation uuid, payment text, moment timestamptz, charged bigint, mismatched boolean, tells_donation uuid, tells_goal uuid,
  listed_for interval, reviewed_after interval, ever date, month date, week date, day date
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  due donations;
  asked requests;
  recipient users;
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
    -- A later period begins at nothing; one that is over for them already, because another server's clock was ahead, is left to the period totals.
    UPDATE users SET
      total_given = total_given + due.amount,
      monthly_start = greatest(monthly_start, month),
      monthly_given = CASE WHEN monthly_start > month THEN monthly_given WHEN monthly_start = month THEN monthly_given + due.amount ELSE due.amount END,
      weekly_start = greatest(weekly_start, week),
      weekly_given = CASE WHEN weekly_start > week THEN weekly_given WHEN weekly_start = week THEN weekly_given + due.amount ELSE due.amount END,
      daily_start = greatest(daily_start, day),
      daily_given = CASE WHEN daily_start > day THEN daily_given WHEN daily_start = day THEN daily_given + due.amount ELSE due.amount END
    WHERE id = due.donor_id;
    INSERT INTO giving_totals (user_id, period, start, amount)
    VALUES (due.donor_id, 'all', ever, due.amount), (due.donor_id, 'monthly', month, due.amount),
      (due.donor_id, 'weekly', week, due.amount), (due.donor_id, 'daily', day, due.amount)
    ON CONFLICT (user_id, period, start) DO UPDATE SET amount = giving_totals.amount + excluded.amount;

    INSERT INTO ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    VALUES (due.id, 'donation', 'donor', due.donor_id, -(due.amount + due.service_fee), moment),
      (due.id, 'donation', 'recipient', due.recipient_id, due.amount, moment),
      (due.id, 'donation', 'fee', NULL, due.service_fee, moment);
    INSERT INTO notifications (id, user_id, type, request_id, donation_id, donor_id, amount, progress, created_at)
    SELECT n.id, due.recipient_id, n.type, due.request_id, due.id, due.donor_id, due.amount,
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
