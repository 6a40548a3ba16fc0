-- The root of a complete tree (RFC 6962, section 2.1) over hashes, of which there are a power of two.
create or replace function merkle_root(hashes bytea[]) returns bytea language plpgsql immutable as $$
begin
  while cardinality(hashes) > 1 loop
    hashes := array(
      select sha256('\x01'::bytea || hashes[i] || hashes[i + 1])
      from generate_series(1, cardinality(hashes) - 1, 2) i order by i);
  end loop;
  return hashes[1];
end
$$;
