-- A key is in the column of its remainder by seven: the quotient is enough, and 31 bits of it keep listings apart
-- (docs/decisions/0096-smaller-history.md). All keys are written again with their indexes, and no listing is recorded
-- meanwhile.
alter table listing_key
  alter column key_0 type integer using (case when key_0 < 0 then -1 - (((-1 - key_0) / 7) & 2147483647) else (key_0 / 7) & 2147483647 end)::integer,
  alter column key_1 type integer using ((key_1 / 7) & 2147483647)::integer,
  alter column key_2 type integer using ((key_2 / 7) & 2147483647)::integer,
  alter column key_3 type integer using ((key_3 / 7) & 2147483647)::integer,
  alter column key_4 type integer using ((key_4 / 7) & 2147483647)::integer,
  alter column key_5 type integer using ((key_5 / 7) & 2147483647)::integer,
  alter column key_6 type integer using ((key_6 / 7) & 2147483647)::integer;
analyze listing_key;
