-- The hash of a leaf (RFC 6962, section 2.1): SHA-256 of a zero byte, the salt and the entry.
create or replace function book_leaf(salt uuid, entry ledger_entries) returns bytea language sql stable as $$
  select sha256('\x00'::bytea || uuid_send(salt) || convert_to(book_entry(entry), 'UTF8'))
$$;
