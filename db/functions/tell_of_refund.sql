-- Notifies the donor, and the recipient of a credited donation, of the sum that went back, in cents. A person has one
-- such notification for a donation: the next part that goes back is added to it. Without a name where one of both
-- blocked the other (safety.md, Block).
create or replace function tell_of_refund(
  donation_row donations, progress integer, donor_notification_id uuid, donor_amount integer,
  recipient_notification_id uuid, recipient_amount integer, reason refund_reason, booked_at timestamptz
) returns void language sql as $$
  insert into notifications
    (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, reason, created_at)
  select n.id, n.user_id, 'refund', donation_row.request_id, donation_row.id, donation_row.donor_id,
    donation_row.anonymous or exists (
      select from blocks b
      where (b.blocker_id, b.blocked_id) in (
        (donation_row.donor_id, donation_row.recipient_id), (donation_row.recipient_id, donation_row.donor_id))),
    n.amount, tell_of_refund.progress, tell_of_refund.reason, booked_at
  from (values
    (donor_notification_id, donation_row.donor_id, donor_amount),
    (recipient_notification_id, donation_row.recipient_id, recipient_amount)
  ) n (id, user_id, amount)
  join users u on u.id = n.user_id
  where n.amount > 0 and u.erased_at is null
  on conflict on constraint notifications_once do update set
    amount = notifications.amount + excluded.amount,
    progress = excluded.progress,
    reason = excluded.reason,
    created_at = excluded.created_at,
    read = false
$$;
