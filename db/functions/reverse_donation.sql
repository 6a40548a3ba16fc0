-- Books that everything a donor paid went back (D27), the inverse of credit_donation: what partial refunds left of a
-- credited donation is taken out of the request, which may be open again, and out of all totals, and back from the
-- recipient's account if it was moved there; one that was not credited leaves the refunds due. Amounts in cents.
-- Returns false, and does nothing, unless the donation is `completed`. The periods are those in which it was settled.
--
-- Rows are locked in the order of every transaction: donation, request, people by id, totals, transfer, hold.
create or replace function reverse_donation(
  donation_id uuid, reason refund_reason, booked_at timestamptz,
  donor_notification_id uuid, recipient_notification_id uuid, epoch date, month date, week date, day date
) returns boolean language plpgsql as $$
declare
  donation_row donations;
  request_row requests;
  was_credited boolean;
  rest integer;
  fee_rest integer;
begin
  select * into donation_row from donations d
  where d.id = reverse_donation.donation_id and d.payment_status = 'completed'
  for no key update;
  if not found then return false; end if;

  was_credited := donation_row.credited_at is not null;
  donation_row.refund_reason := coalesce(donation_row.refund_reason, reason);
  rest := donation_row.amount - donation_row.returned_amount;
  fee_rest := donation_row.service_fee - donation_row.returned_fee;

  if was_credited then
    select * into request_row from take_out(donation_row, rest, epoch, month, week, day);
    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    select donation_row.id, 'reversal', e.account, e.user_id, e.amount, booked_at
    from (values
      (case when donation_row.donor_id is null then 'guest' else 'donor' end::ledger_account, donation_row.donor_id,
        rest + fee_rest),
      ('recipient', donation_row.recipient_id, -rest),
      ('fee', null, -fee_rest)
    ) e (account, user_id, amount)
    where e.amount <> 0 or e.account = 'fee';
  else
    select * into request_row from requests where id = donation_row.request_id;
    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    select l.donation_id, 'refund', l.account, l.user_id, -l.amount, booked_at
    from ledger_entries l
    where l.donation_id = donation_row.id and l.kind = 'uncredited';
  end if;

  perform tell_of_refund(donation_row, least(100, request_row.raised * 100 / request_row.goal)::integer,
    donor_notification_id, rest + fee_rest,
    recipient_notification_id, case when was_credited then rest else 0 end, donation_row.refund_reason, booked_at);
  perform write_mail('donation_returned', 'money', true, donation_row.id::text, donation_row.donor_id, booked_at);
  perform write_guest_mail('donation_returned', 'money', donation_row.id::text, donation_row.guest_id, booked_at);
  -- Nobody is thanked for what went back, or named who took it back.
  update notifications n set reason = donation_row.refund_reason
  where n.user_id = donation_row.recipient_id and n.type in ('donation', 'goal_completed')
    and n.donation_id = donation_row.id;
  if was_credited and rest > 0 then
    perform write_mail('donation_taken_back', 'money', false, donation_row.id::text, donation_row.recipient_id, booked_at);
    perform ask_transfer_back(donation_row.id, rest, donation_row.refund_reason, booked_at);
  end if;

  update donations d set
    payment_status = 'refunded',
    refunded_at = booked_at,
    refund_reason = donation_row.refund_reason,
    is_owed = false,
    check_at = null
  where d.id = donation_row.id;
  update holds h set lifted_at = booked_at
  where h.donation_id = donation_row.id and h.cause = 'dispute' and h.lifted_at is null;
  return true;
end
$$;
