-- Which listings show one home. All tables are distributed by listing_id: what is asked is asked for a handful of listings by id, and
-- the keys, which are asked for by value, answer from every shard at once.

create table listing_feature (
  listing_id uuid primary key,
  property_id uuid not null,
  -- of the property, so that of two that merge the older survives
  property_born_at timestamptz not null,
  -- since when it belongs there
  joined_at timestamptz not null,
  -- what identity compares, as small numbers and folded words; json: written and read whole
  feature json not null,
  feature_version smallint not null,
  transaction_type text,
  zone text,
  expired_at timestamptz,
  -- whether its keys are posted: not for adverts that are long gone
  keyed boolean not null default true,
  -- when to look at it again though nothing was observed
  retry_at timestamptz
);
create index listing_feature_of_property on listing_feature (property_id);
create index listing_feature_gone on listing_feature (expired_at) where keyed and expired_at is not null;
create index listing_feature_due on listing_feature (retry_at) where retry_at is not null;

-- Reasons to compare two listings, about 45 a listing. The key comes first, so that one index answers and nothing else is written.
create table listing_key (
  key bigint not null,
  listing_id uuid not null,
  -- of a photo key the whole hash, so that only near photos bring candidates; else 0
  photo bigint not null default 0,
  primary key (key, listing_id, photo)
);

-- Pairs that may be one home, each from both sides, with what speaks for and against it.
create table listing_edge (
  listing_id uuid not null,
  other_id uuid not null,
  score real not null,
  levels json not null,
  model text not null,
  primary key (listing_id, other_id)
);

-- Every place a listing ever had, and why it went there.
create table listing_property_history (
  listing_id uuid not null,
  joined_at timestamptz not null,
  property_id uuid not null,
  -- new, stay, attach, merge, detach, split: what was decided
  decision text not null,
  -- the listing whose observation brought the decision, its strongest link and its vetoes
  evidence json not null,
  primary key (listing_id, joined_at, property_id)
);

-- An operator's word on two listings, from both sides. It outlives every model.
create table listing_overrule (
  listing_id uuid not null,
  other_id uuid not null,
  together boolean not null,
  said_at timestamptz not null,
  primary key (listing_id, other_id)
);
