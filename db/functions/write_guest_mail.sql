-- Writes a mail to a guest within the transaction of what causes it, as write_mail does to a person: once for a kind
-- and a cause. Does nothing without a guest, or for one whose address was deleted.
create or replace function write_guest_mail(
  kind text, stream mail_stream, cause text, guest_id uuid, at timestamptz, data jsonb default null
) returns void language sql as $$
  insert into mails (stream, kind, cause, address, locale, data, due_at, created_at)
  select write_guest_mail.stream, write_guest_mail.kind, write_guest_mail.cause, g.email, g.language,
    write_guest_mail.data, at, at
  from guests g
  where g.id = write_guest_mail.guest_id and g.email is not null
  on conflict do nothing
$$;
