-- Refuses every change of an append-only table; the trigger's argument names the book.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the % is append-only', tg_argv[0];
end
$$;
