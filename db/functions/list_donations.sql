-- Lists a person's totals on the leaderboard, or takes them off it (D37), in the transaction that changes their
-- anonymity, hides or erases them. The person's row is locked before their totals, as in a settlement.
create or replace function list_donations() returns trigger language plpgsql as $$
begin
  update donation_totals set listed = not new.anonymous_profile and new.erased_at is null and new.hidden_at is null
  where user_id = new.id;
  return null;
end
$$;
