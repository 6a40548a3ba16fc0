-- Writes a message to a person within the transaction of what causes it (mail-and-access.md, Messages): a row for mail,
-- and one for push where the kind has it and the person's browsers receive it. Does nothing if it was written before,
-- and nothing for an erased account unless an address is given.
create or replace function write_mail(
  kind text, stream mail_stream, pushes boolean, cause text, user_id uuid, at timestamptz,
  due_at timestamptz default null, address text default null, locale locale default null, data jsonb default null,
  secret text default null
) returns void language sql as $$
  insert into mails (channel, stream, kind, cause, user_id, address, locale, data, secret, due_at, created_at)
  select c.channel, write_mail.stream, write_mail.kind, write_mail.cause, u.id, write_mail.address, write_mail.locale,
    write_mail.data, case c.channel when 'mail' then write_mail.secret end, coalesce(write_mail.due_at, at), at
  from users u, (values ('mail'::mail_channel), ('push')) c (channel)
  where u.id = write_mail.user_id
    and (u.erased_at is null or write_mail.address is not null)
    and (c.channel = 'mail' or (pushes and exists (select from push_subscriptions p where p.user_id = u.id)))
  on conflict do nothing
$$;
