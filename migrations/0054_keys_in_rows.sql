-- A row has up to seven keys of a listing, each in the column of its remainder (docs/decisions/0091-smaller-rows.md): a row
-- a key had 28 bytes of PostgreSQL and the id beside the 8 of the key. With eight columns the bitmap of nulls costs
-- nothing. The first column is never null, so that a region can be moved by (listing_id, key_0): without a key of its own
-- it has another key of the row, below zero. All keys are copied, and no listing is recorded meanwhile.
alter table listing_key rename to listing_key_former;
create table listing_key (
  listing_id uuid not null,
  key_0 bigint not null,
  key_1 bigint,
  key_2 bigint,
  key_3 bigint,
  key_4 bigint,
  key_5 bigint,
  key_6 bigint
);
insert into listing_key (listing_id, key_0, key_1, key_2, key_3, key_4, key_5, key_6)
select listing_id, coalesce(key_0, -1 - coalesce(key_1, key_2, key_3, key_4, key_5, key_6)),
       key_1, key_2, key_3, key_4, key_5, key_6
from (
  select listing_id,
         array_agg(distinct key) filter (where key % 7 = 0) as keys_0,
         array_agg(distinct key) filter (where key % 7 = 1) as keys_1,
         array_agg(distinct key) filter (where key % 7 = 2) as keys_2,
         array_agg(distinct key) filter (where key % 7 = 3) as keys_3,
         array_agg(distinct key) filter (where key % 7 = 4) as keys_4,
         array_agg(distinct key) filter (where key % 7 = 5) as keys_5,
         array_agg(distinct key) filter (where key % 7 = 6) as keys_6
  from listing_key_former group by listing_id
) as former
cross join lateral unnest(keys_0, keys_1, keys_2, keys_3, keys_4, keys_5, keys_6)
  as posted (key_0, key_1, key_2, key_3, key_4, key_5, key_6);
create index listing_key_0 on listing_key (key_0) where key_0 >= 0;
create index listing_key_1 on listing_key (key_1) where key_1 >= 0;
create index listing_key_2 on listing_key (key_2) where key_2 >= 0;
create index listing_key_3 on listing_key (key_3) where key_3 >= 0;
create index listing_key_4 on listing_key (key_4) where key_4 >= 0;
create index listing_key_5 on listing_key (key_5) where key_5 >= 0;
create index listing_key_6 on listing_key (key_6) where key_6 >= 0;
alter table listing_key replica identity full;
drop table listing_key_former;
analyze listing_key;
