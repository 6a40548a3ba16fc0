-- Books a partial refund of a credited donation (payouts.md, Ledger): donation and service fee in proportion to what
-- was paid, the donation's part rounded half up. `returned` is all that the provider has given back of the payment, in
-- cents, so that the same refund is booked once, and many small ones add up to the same shares as one. Returns false,
-- and does nothing, if that much is booked, or unless the donation is credited and `completed`; nor while more than
-- this part may have come back from an account that was left: it is checked again once that is answered. What is left
-- is reversed by reverse_donation.
--
-- Rows are locked in the order of every transaction: donation, request, people by id, totals, transfer.
create or replace function return_part(
  donation_id uuid, return_id uuid, returned bigint, reason refund_reason, booked_at timestamptz,
  donor_notification_id uuid, recipient_notification_id uuid, epoch date, month date, week date, day date
) returns boolean language plpgsql as $$
declare
  donation_row donations;
  request_row requests;
  paid bigint;
  part integer;
  fee_part integer;
  answered_by timestamptz;
begin
  select * into donation_row from donations d
  where d.id = return_part.donation_id and d.payment_status = 'completed' and d.credited_at is not null
    and d.returned_amount + d.returned_fee < returned and returned < d.amount + d.service_fee
  for no key update;
  if not found then return false; end if;

  paid := donation_row.amount + donation_row.service_fee;
  part := (2 * returned * donation_row.amount + paid) / (2 * paid) - donation_row.returned_amount;
  fee_part := returned - donation_row.returned_amount - donation_row.returned_fee - part;
  -- It is claimed under the lock of the donation only.
  select r.claimed_until into answered_by from transfer_returns r join transfers t on t.id = r.transfer_id
  where t.donation_id = donation_row.id and r.state = 'due' and r.cause = 'correction' and r.recovers_id is null
    and r.amount > part and part > 0 and r.claimed_until is not null;
  if found then
    update donations d
    set check_at = least(d.check_at, greatest(answered_by, booked_at + interval '1 minute'))
    where d.id = donation_row.id;
    return false;
  end if;
  select * into request_row from take_out(donation_row, part, epoch, month, week, day);

  insert into donation_returns (id, donation_id, amount, fee, total, reason, created_at)
  values (return_id, donation_row.id, part, fee_part, returned, reason, booked_at);
  insert into ledger_entries (donation_return_id, kind, account, user_id, amount, created_at)
  select return_id, 'partial_reversal', e.account, e.user_id, e.amount, booked_at
  from (values
    (case when donation_row.donor_id is null then 'guest' else 'donor' end::ledger_account, donation_row.donor_id,
      part + fee_part),
    ('recipient', donation_row.recipient_id, -part),
    ('fee', null, -fee_part)
  ) e (account, user_id, amount)
  where e.amount <> 0 or e.account = 'fee';
  update donations d set
    returned_amount = d.returned_amount + part,
    returned_fee = d.returned_fee + fee_part,
    is_owed = d.is_owed and d.returned_amount + part < d.amount
  where d.id = donation_row.id;

  perform tell_of_refund(donation_row, least(100, request_row.raised * 100 / request_row.goal)::integer,
    donor_notification_id, part + fee_part, recipient_notification_id, part, reason, booked_at);
  perform write_mail('donation_returned', 'money', true, return_id::text, donation_row.donor_id, booked_at);
  perform write_guest_mail('donation_returned', 'money', return_id::text, donation_row.guest_id, booked_at);
  if part > 0 then
    perform write_mail('donation_taken_back', 'money', false, return_id::text, donation_row.recipient_id, booked_at);
    perform ask_transfer_back(donation_row.id, part, reason, booked_at);
  end if;
  return true;
end
$$;
