-- How much of a goal is reached, in twentieths, and how little is left of it, in steps from 0 to 10, where 10 is least:
-- a search sorts by these, and most donations change neither. Cents.
create or replace function reached_step(raised bigint, goal integer) returns smallint
language sql immutable parallel safe as $$ select (raised * 20 / goal)::smallint $$;
create or replace function left_step(raised bigint, goal integer) returns smallint
language sql immutable parallel safe as $$
  select (10 - width_bucket(goal - raised,
    array[251, 501, 1001, 1501, 2001, 2501, 5001, 10001, 20001, 50001]::bigint[]))::smallint
$$;
