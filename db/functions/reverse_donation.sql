-- Books that everything a donor paid went back (D27), the inverse of credit_donation: a credited donation is taken out
-- of the request, which may be open again, and out of all totals; one that was not credited leaves the refunds due.
-- Amounts in cents. Returns false, and does nothing, unless the donation is `completed`. The periods are those in which
-- it was settled.
--
-- Rows are locked in the order of every transaction: donation, request, people by id, totals.
create or replace function reverse_donation(
  donation_id uuid, reason refund_reason, booked_at timestamptz,
  donor_notification_id uuid, recipient_notification_id uuid, epoch date, month date, week date, day date
) returns boolean language plpgsql as $$
declare
  donation_row donations;
  request_row requests;
  was_credited boolean;
  open_amount integer;
  new_raised bigint;
  is_still_reached boolean;
begin
  select * into donation_row from donations d
  where d.id = reverse_donation.donation_id and d.payment_status = 'completed'
  for no key update;
  if not found then return false; end if;

  was_credited := donation_row.credited_at is not null;
  open_amount := case when donation_row.anonymous then 0 else donation_row.amount end;
  donation_row.refund_reason := coalesce(donation_row.refund_reason, reason);

  if was_credited then
    select * into request_row from requests where id = donation_row.request_id for no key update;
    perform from users where id in (donation_row.donor_id, donation_row.recipient_id) order by id for no key update;

    new_raised := request_row.raised - donation_row.amount;
    is_still_reached := new_raised >= request_row.goal;
    update requests set
      raised = new_raised,
      is_completed = is_still_reached,
      completed_at = case when is_still_reached then completed_at end,
      completion_emoji = case when is_still_reached then completion_emoji end,
      listed_until = case when is_still_reached then listed_until end,
      is_listed = is_listed or not is_still_reached
    where id = request_row.id;

    update users set total_received = total_received - donation_row.amount where id = donation_row.recipient_id;
    -- A period that is no longer the person's last one is counted in giving_totals only.
    update users set
      total_given = total_given - donation_row.amount,
      public_given = public_given - open_amount,
      monthly_given = monthly_given - case when monthly_start = month then donation_row.amount else 0 end,
      monthly_public = monthly_public - case when monthly_start = month then open_amount else 0 end,
      weekly_given = weekly_given - case when weekly_start = week then donation_row.amount else 0 end,
      weekly_public = weekly_public - case when weekly_start = week then open_amount else 0 end,
      daily_given = daily_given - case when daily_start = day then donation_row.amount else 0 end,
      daily_public = daily_public - case when daily_start = day then open_amount else 0 end
    where id = donation_row.donor_id;
    update giving_totals g
    set amount = g.amount - donation_row.amount, public_amount = g.public_amount - open_amount
    from (values ('all'::period, epoch), ('monthly', month), ('weekly', week), ('daily', day)) p (period, start)
    where g.user_id = donation_row.donor_id and g.period = p.period and g.start = p.start;
  else
    select * into request_row from requests where id = donation_row.request_id;
  end if;

  insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
  select l.donation_id, case when was_credited then 'reversal'::ledger_kind else 'refund' end, l.account, l.user_id,
    -l.amount, booked_at
  from ledger_entries l
  where l.donation_id = donation_row.id and l.kind in ('donation', 'uncredited');

  insert into notifications
    (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, reason, created_at)
  select n.id, n.user_id, 'refund', donation_row.request_id, donation_row.id, donation_row.donor_id,
    donation_row.anonymous, n.amount, least(100, request_row.raised * 100 / request_row.goal),
    donation_row.refund_reason, booked_at
  from (values
    (donor_notification_id, donation_row.donor_id, donation_row.amount + donation_row.service_fee, true),
    (recipient_notification_id, donation_row.recipient_id, donation_row.amount, was_credited)
  ) n (id, user_id, amount, is_wanted)
  join users u on u.id = n.user_id
  where n.is_wanted and u.erased_at is null;
  perform write_mail('gift_returned', 'money', true, donation_row.id::text, donation_row.donor_id, booked_at);
  if was_credited then
    perform write_mail('gift_taken_back', 'money', false, donation_row.id::text, donation_row.recipient_id, booked_at);
  end if;

  update donations d set
    payment_status = 'refunded',
    refunded_at = booked_at,
    refund_reason = donation_row.refund_reason,
    check_at = null
  where d.id = donation_row.id;
  return true;
end
$$;
