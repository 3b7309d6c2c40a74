-- Listings become properties. The id of a listing is derived from its normalised address, so that one address is one row by the
-- primary key alone. publisher, publisher_identity and market_median are small and read everywhere: on Citus they are reference
-- tables. property_change is the only hand-over to alerts, figures and the search in memory.

alter table property
  -- the flat result as it is sent; json, not jsonb: read whole, and its members keep the order of the contract. Null once merged away
  add column document json,
  -- the revision that made the document: a row of property_change
  add column revision_id uuid,
  add column expired boolean not null default false,
  -- the content clock: a mere visit does not move it
  add column updated_at timestamptz,
  -- its listings, so that they are read by their primary key, each on its own shard
  add column listing_ids uuid[] not null default '{}';

-- distributed by listing_id
create table listing (
  listing_id uuid primary key,
  property_id uuid not null,
  source_id uuid not null,
  url text not null,
  -- what is needed to consolidate it again: claims, pictures, advertiser, prices seen, its own clocks
  state json not null,
  -- of the newest observation, so that an equal one is recognised without reading it
  payload_hash bytea,
  expired_at timestamptz,
  -- null while it cannot be told
  price_coherent boolean
);
create index listing_live_at_source on listing (source_id) where expired_at is null;

-- Distributed by property_id. A visit that changes nothing touches this row alone: no index but the key, and room on the page, so
-- that the new version stays beside the old one.
create table listing_visit (
  property_id uuid not null,
  listing_id uuid not null,
  source_id uuid not null,
  live boolean not null,
  last_seen_at timestamptz not null,
  primary key (property_id, listing_id)
) with (fillfactor = 70);

-- distributed by property_id
create table property_change (
  property_id uuid not null,
  revision_id uuid not null,
  -- when the sources showed it, and when we wrote it down
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- CREATED, UPDATED, EXPIRED, REACTIVATED, REGROUPED
  kinds text[] not null,
  -- the listing that brought it; null when the service itself regrouped or judged anew
  listing_id uuid,
  -- the survivor, when this property was recognised as another one; `after` is then null
  merged_into uuid,
  -- what each listing did: [{listingId, kind, changes}]
  listing_events json not null,
  -- the entries this revision added to property.changes
  changes json not null,
  -- the flat results of both sides
  before json,
  after json,
  primary key (property_id, revision_id)
);

create table publisher (
  publisher_id uuid primary key,
  publisher_type text,
  agency_name text,
  professional_card_number text,
  website text,
  created_at timestamptz not null
);

-- Every way an advertiser was recognised by, strongest first in the code: card number, name and telephone, name and website, …
create table publisher_identity (
  identity text primary key,
  publisher_id uuid not null references publisher
);

-- Distributed by listing_id. The price per square metre of each live, comparable listing, and where it counts.
create table market_sample (
  listing_id uuid primary key,
  property_id uuid not null,
  transaction_type text not null,
  property_type text not null,
  -- null once it left the market: kept until the medians without it are computed
  price_per_area double precision,
  region_id uuid,
  -- the subregion, or the widest division known below the region
  subregion_id uuid not null,
  -- finer than the subregion, the finest first
  place_ids uuid[] not null,
  noted_at timestamptz not null
);
create index market_sample_of_subregion on market_sample (subregion_id, transaction_type, property_type);
create index market_sample_of_region on market_sample (region_id, transaction_type, property_type);
-- which cells moved lately
create index market_sample_noted on market_sample (noted_at);

create table market_median (
  transaction_type text not null,
  property_type text not null,
  division_id uuid not null,
  median double precision not null,
  samples integer not null,
  computed_at timestamptz not null,
  primary key (division_id, transaction_type, property_type)
);

-- the favorites of a property that is merged into another move with it, whoever keeps them
create index favorite_of_property on favorite_property (property_id);
