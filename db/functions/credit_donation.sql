-- Books a confirmed payment of a donation with every effect (specification 7, D21, D26). Its inverse is
-- reverse_donation; both are called by lib/domain/donations/books-store.ts. Amounts in cents. Returns true when the
-- donation was credited, false when the money has to go back, null when there is nothing to book.
--
-- A guest's donation is in no total and on no card (giving.md). Who gave gets a receipt by mail, the recipient a
-- message (mail-and-access.md, Messages), and notifications of the kinds that they did not switch off in the
-- application.
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
  is_blocked boolean;
  payer_account ledger_account;
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

  payer_account := case when donation_row.donor_id is null then 'guest' else 'donor' end;
  -- Anonymous if the donor was when it began, or is now (D36).
  donation_row.anonymous := donation_row.anonymous or coalesce(donor_row.anonymous_profile, false);
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
        when donation_row.anonymous or donation_row.donor_id is null then request_row.last_donors
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
    if donation_row.guest_id is null then
      perform add_given(donation_row.donor_id, donation_row.amount, open_amount, epoch, month, week, day);
    end if;

    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at) values
      (donation_row.id, 'donation', payer_account, donation_row.donor_id,
        -(donation_row.amount + donation_row.service_fee), booked_at),
      (donation_row.id, 'donation', 'recipient', donation_row.recipient_id, donation_row.amount, booked_at),
      (donation_row.id, 'donation', 'fee', null, donation_row.service_fee, booked_at);
    -- Begun before one of both blocked the other: it is credited, and neither is notified (safety.md, Block).
    is_blocked := exists (
      select from blocks b
      where b.blocker_id = donation_row.recipient_id and b.blocked_id = donation_row.donor_id
        or b.blocker_id = donation_row.donor_id and b.blocked_id = donation_row.recipient_id);
    insert into notifications
      (id, user_id, type, request_id, donation_id, note_id, donor_id, anonymous, amount, progress, created_at)
    select n.id, donation_row.recipient_id, n.type, donation_row.request_id, donation_row.id,
      case n.type when 'donation' then (select w.id from donation_notes w where w.donation_id = donation_row.id) end,
      donation_row.donor_id,
      donation_row.anonymous or is_blocked, donation_row.amount, least(100, new_raised * 100 / request_row.goal), booked_at
    from (values
      (donation_notification_id, 'donation'::notification_type, 'gift_received', not is_blocked),
      (goal_notification_id, 'goal_completed', 'goal_reached', is_reached and request_row.raised < request_row.goal)
    ) n (id, type, kind, is_news)
    left join message_choices c on c.user_id = donation_row.recipient_id and c.kind = n.kind
    where n.is_news and c.in_app is not false;
    if donation_row.guest_id is null then
      perform write_mail('donation_receipt', 'money', false, donation_row.id::text, donation_row.donor_id, booked_at);
    else
      perform write_guest_mail('gift_receipt', 'money', donation_row.id::text, donation_row.guest_id, booked_at);
    end if;
    perform write_mail('donation_received', 'money', true, donation_row.id::text, donation_row.recipient_id, booked_at);
    if is_reached and request_row.raised < request_row.goal then
      perform write_mail('goal_reached', 'money', true, donation_row.id::text, donation_row.recipient_id, booked_at);
    end if;
    -- The rules check the request before its money moves (safety.md). They lock it first, so that they see this.
    insert into due_checks (request_id, due_at) values (donation_row.request_id, booked_at) on conflict do nothing;
  else
    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at) values
      (donation_row.id, 'uncredited', payer_account, donation_row.donor_id, -received, booked_at),
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
