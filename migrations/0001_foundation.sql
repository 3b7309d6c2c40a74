-- Accounts own everything. account, api_key, source and source_category are small and read everywhere: on Citus they are
-- reference tables. Every other table is distributed, and its distribution column stands in each of its keys.

create table account (
  account_id uuid primary key,
  name text not null unique,
  created_at timestamptz not null
);

create table api_key (
  api_key_id uuid primary key,
  account_id uuid not null references account,
  name text not null,
  -- SHA-256 of the key: the key itself is shown once and never stored
  digest bytea not null unique,
  -- what a person needs to recognise a key in a list: its last four characters
  hint text not null,
  -- may feed observations in, which no customer's key may
  operator boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_of_account on api_key (account_id, created_at);
-- every process looks for the last ones twice a second
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;

create table source_category (
  source_category_id uuid primary key,
  name text not null unique
);

insert into source_category (source_category_id, name) values
  ('5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1a01', 'Portal'),
  ('5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1a02', 'Classified advertisements'),
  ('5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1a03', 'Agency network'),
  ('5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1a04', 'Agency'),
  ('5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1a05', 'New-build developer'),
  ('5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1a06', 'Auction house');

create table source (
  source_id uuid primary key,
  slug text not null unique,
  name text not null,
  domain text,
  -- the name without accents and case, so that a search by name is blind to both
  folded_name text not null,
  source_category_id uuid references source_category,
  created_at timestamptz not null
);

-- distributed by property_id
create table property (
  property_id uuid primary key,
  -- set when this property was recognised as another one: the survivor answers for it
  merged_into uuid,
  created_at timestamptz not null
);

-- distributed by account_id
create table favorite_property (
  account_id uuid not null,
  favorite_property_id uuid not null,
  property_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, favorite_property_id),
  unique (account_id, property_id)
);

-- distributed by account_id
create table usage_day (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  route text not null,
  channel text not null,
  route_type text not null,
  calls bigint not null,
  results bigint not null,
  primary key (account_id, day, api_key_id, route, channel)
);

-- Distributed by account_id. Requests granted to an account in the last minute, a count per one-second slot. Unlogged: a database
-- crash forgets one minute of counting, which costs nothing that was promised to anybody else.
create unlogged table request_rate (
  account_id uuid primary key,
  slots bigint[] not null default '{}',
  counts integer[] not null default '{}'
) with (fillfactor = 50);

-- Grants up to `wanted` requests out of `permitted` per window, and takes back what an earlier grant left unused. The row lock
-- makes processes take turns, so the sum over any moving window never exceeds `permitted`: a request granted in slot s may be
-- made at any moment of s, hence it counts until slot s + window has wholly passed. At most an eighth of what is left is granted at
-- once, so that no process starves another near the limit.
create function take_requests(
  account uuid, wanted integer, permitted integer, window_slots integer,
  unused_slot bigint, unused integer,
  out granted integer, out free integer, out slot bigint, out slot_ends_in_ms double precision, out retry_slot bigint
) language plpgsql as $$
declare
  rate request_rate;
  now_epoch double precision;
  kept_slots bigint[];
  kept_counts integer[];
  used integer;
begin
  loop
    select * into rate from request_rate where account_id = account for update;
    exit when found;
    insert into request_rate (account_id) values (account) on conflict do nothing;
  end loop;
  now_epoch := extract(epoch from clock_timestamp());
  slot := floor(now_epoch);
  slot_ends_in_ms := (slot + 1 - now_epoch) * 1000;

  select coalesce(array_agg(s order by s), '{}'), coalesce(array_agg(c order by s), '{}'), coalesce(sum(c), 0)
    into kept_slots, kept_counts, used
    from (
      select s, case when s = unused_slot then c - unused else c end as c
      from unnest(rate.slots, rate.counts) as counted (s, c)
      where s >= slot - window_slots
    ) as live
    where c > 0;

  granted := greatest(0, least(wanted, greatest(1, (permitted - used) / 8), permitted - used));
  free := permitted - used - granted;
  if granted > 0 then
    if kept_slots[cardinality(kept_slots)] = slot then
      kept_counts[cardinality(kept_counts)] := kept_counts[cardinality(kept_counts)] + granted;
    else
      kept_slots := kept_slots || slot;
      kept_counts := kept_counts || granted;
    end if;
  end if;
  retry_slot := case when cardinality(kept_slots) > 0 then kept_slots[1] + window_slots + 1 else slot end;

  update request_rate set slots = kept_slots, counts = kept_counts where account_id = account;
end $$;
