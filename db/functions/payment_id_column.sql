-- The column of a donation that has its payment's id at a provider, as PAYMENT_ID of db/provider-ids.ts has it. A
-- provider without one is refused: its payment could be booked under another's.
create or replace function payment_id_column(method donation_method) returns text immutable language plpgsql as $$
begin
  case method
    when 'stripe' then return 'stripe_payment_intent_id';
    when 'paypal' then return 'paypal_order_id';
    else raise exception 'no column has the payment ids of %', method;
  end case;
end
$$;
