-- Books a confirmed payment of a donation with every effect (specification 7, D21, D26). Its inverse is
-- reverse_donation; both are called by lib/domain/donations/books-store.ts. Amounts in cents. Returns true when the
-- donation was credited, false when the money has to go back, null when there is nothing to book.
--
-- The donor gets a receipt by mail, the recipient a message (mail-and-access.md, Messages), and notifications of the
-- kinds that they did not switch off in the application.
--
-- Rows are locked in the order of every transaction: donation, request, people by id, totals. A function and not one
-- statement, because each of its statements sees what others committed while it waited for a lock.
--
-- What it repeats of lib/domain/users/rules.ts and lib/domain/requests/rules.ts is compared with them by
-- tests/integration/functions-and-rules.test.ts.
create or replace function credit_donation(
  donation_id uuid, payment_id text, paid_by paid_by, charge_id text, booked_at timestamptz, received bigint,
  is_mismatch boolean, donation_notification_id uuid, goal_notification_id uuid, listed_for interval, reviewed_after interval,
  refunded_after interval, epoch date, month date, week date, day date
) returns boolean language plpgsql as $$
declare
  donation_row donations;
  request_row requests;
  recipient_row users;
  donor_row users;
  id_column text;
  stored_id text;
  new_raised bigint;
  open_amount integer;
  is_subscribed boolean;
  is_reached boolean;
  is_credited boolean;
begin
  select * into donation_row from donations d
  where d.id = credit_donation.donation_id and d.payment_status in ('pending', 'failed')
  for no key update;
  if not found then return null; end if;
  id_column := payment_id_column(donation_row.payment_method);
  stored_id := to_jsonb(donation_row) ->> id_column;
  if stored_id <> payment_id then return null; end if;
  if stored_id is null then
    execute format('update donations set %I = $1 where id = $2', id_column) using payment_id, donation_row.id;
  end if;

  select * into request_row from requests where id = donation_row.request_id for no key update;
  perform from users where id in (donation_row.donor_id, donation_row.recipient_id) order by id for no key update;
  select * into recipient_row from users where id = donation_row.recipient_id;
  select * into donor_row from users where id = donation_row.donor_id;

  -- Anonymous if the donor was when it began, or is now (D36).
  donation_row.anonymous := donation_row.anonymous or donor_row.anonymous_profile;
  open_amount := case when donation_row.anonymous then 0 else donation_row.amount end;
  is_subscribed := recipient_row.subscription_tier <> 'none'
    and (recipient_row.subscription_expiry is null or recipient_row.subscription_expiry > booked_at);
  is_credited := not is_mismatch and request_row.is_active and request_row.deleted_at is null
    and (request_row.raised < request_row.goal or is_subscribed);

  if is_credited then
    new_raised := request_row.raised + donation_row.amount;
    is_reached := new_raised >= request_row.goal;
    request_row.completed_at := case when is_reached then coalesce(request_row.completed_at, booked_at) end;
    update requests set
      raised = new_raised,
      donation_count = request_row.donation_count + 1,
      last_donors = case
        when donation_row.anonymous then request_row.last_donors
        else (donation_row.donor_id || array_remove(request_row.last_donors, donation_row.donor_id))[1:8]
      end,
      is_completed = is_reached,
      completed_at = request_row.completed_at,
      listed_until = case
        when not is_reached then null
        when recipient_row.subscription_tier = 'none' then request_row.completed_at + listed_for
        when recipient_row.subscription_expiry is null then null
        else greatest(request_row.completed_at + listed_for, recipient_row.subscription_expiry)
      end
    where id = request_row.id;

    update users set total_received = total_received + donation_row.amount where id = donation_row.recipient_id;
    -- A new period starts at zero. A period older than the stored one (another server's clock is ahead) is counted in
    -- donation_totals only.
    update users set
      total_given = total_given + donation_row.amount,
      public_given = public_given + open_amount,
      monthly_start = greatest(monthly_start, month),
      monthly_given = case
        when monthly_start > month then monthly_given
        when monthly_start = month then monthly_given + donation_row.amount
        else donation_row.amount end,
      monthly_public = case
        when monthly_start > month then monthly_public
        when monthly_start = month then monthly_public + open_amount
        else open_amount end,
      weekly_start = greatest(weekly_start, week),
      weekly_given = case
        when weekly_start > week then weekly_given
        when weekly_start = week then weekly_given + donation_row.amount
        else donation_row.amount end,
      weekly_public = case
        when weekly_start > week then weekly_public
        when weekly_start = week then weekly_public + open_amount
        else open_amount end,
      daily_start = greatest(daily_start, day),
      daily_given = case
        when daily_start > day then daily_given
        when daily_start = day then daily_given + donation_row.amount
        else donation_row.amount end,
      daily_public = case
        when daily_start > day then daily_public
        when daily_start = day then daily_public + open_amount
        else open_amount end
    where id = donation_row.donor_id;
    insert into donation_totals as g (user_id, period, start, amount, public_amount, listed)
    select donation_row.donor_id, p.period, p.start, donation_row.amount, open_amount,
      not donor_row.anonymous_profile and donor_row.erased_at is null
    from (values ('all'::period, epoch), ('monthly', month), ('weekly', week), ('daily', day)) p (period, start)
    on conflict (user_id, period, start) do update
    set amount = g.amount + excluded.amount, public_amount = g.public_amount + excluded.public_amount;

    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at) values
      (donation_row.id, 'donation', 'donor', donation_row.donor_id,
        -(donation_row.amount + donation_row.service_fee), booked_at),
      (donation_row.id, 'donation', 'recipient', donation_row.recipient_id, donation_row.amount, booked_at),
      (donation_row.id, 'donation', 'fee', null, donation_row.service_fee, booked_at);
    insert into notifications
      (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, created_at)
    select n.id, donation_row.recipient_id, n.type, donation_row.request_id, donation_row.id, donation_row.donor_id,
      donation_row.anonymous, donation_row.amount, least(100, new_raised * 100 / request_row.goal), booked_at
    from (values
      (donation_notification_id, 'donation'::notification_type, 'gift_received', true),
      (goal_notification_id, 'goal_completed', 'goal_reached', is_reached and request_row.raised < request_row.goal)
    ) n (id, type, kind, is_news)
    left join message_choices c on c.user_id = donation_row.recipient_id and c.kind = n.kind
    where n.is_news and c.in_app is not false;
    perform write_mail('donation_receipt', 'money', false, donation_row.id::text, donation_row.donor_id, booked_at);
    perform write_mail('donation_received', 'money', true, donation_row.id::text, donation_row.recipient_id, booked_at);
    if is_reached and request_row.raised < request_row.goal then
      perform write_mail('goal_reached', 'money', true, donation_row.id::text, donation_row.recipient_id, booked_at);
    end if;
  else
    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at) values
      (donation_row.id, 'uncredited', 'donor', donation_row.donor_id, -received, booked_at),
      (donation_row.id, 'uncredited', 'refund_due', donation_row.donor_id, received, booked_at);
  end if;

  update donations d set
    payment_status = 'completed',
    anonymous = donation_row.anonymous,
    settled_at = booked_at,
    credited_at = case when is_credited then booked_at end,
    paid_by = credit_donation.paid_by,
    charge_id = credit_donation.charge_id,
    is_owed = is_credited,
    check_at = booked_at + case when is_credited then reviewed_after else refunded_after end,
    refund_reason = case
      when is_credited then null
      when is_mismatch then 'mismatch'::refund_reason
      when request_row.deleted_at is not null then 'request_deleted'
      when not request_row.is_active then 'request_hidden'
      else 'goal_reached'
    end
  where d.id = donation_row.id;
  return is_credited;
end
$$;
