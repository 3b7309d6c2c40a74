-- The whole schema. This file is frozen: every later change is a new file (see checksums.json and CONTRIBUTING.md).
-- On Citus small tables that are read everywhere are reference tables; each other table names its distribution column, which
-- stands in each of its keys.

-- ACCOUNTS AND SOURCES

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
  -- the last four characters, by which a person recognises a key in a list
  hint text not null,
  -- may send observations, which no key of a customer may
  operator boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_of_account on api_key (account_id, created_at);
-- Every process reads the latest ones twice a second.
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
  -- the name without accents and case, for search by name
  folded_name text not null,
  source_category_id uuid references source_category,
  created_at timestamptz not null,
  -- hides its name and the URLs of its listings from customers
  protected boolean not null default false,
  -- URL of listings whose feed gives none, with {key} in it
  listing_url text check (listing_url like '%{key}%'),
  -- days after which a listing that the source no longer shows has expired; 0: never; null: the default
  unseen_days integer check (unseen_days between 0 and 3650),
  -- when its listings were last checked for such; also the claim of the worker that checks them
  swept_at timestamptz
);

-- GEOGRAPHY

-- One row for each country. `revision` grows with every change of its divisions: a process with divisions in memory reads it to see
-- whether they are outdated.
create table geography (
  country_code text primary key,
  -- the packages and the loader the divisions are from; with another value at start they are loaded again
  package_version text not null,
  revision bigint not null,
  loaded_at timestamptz not null
);

create table division (
  -- derived from country and code: the same on every installation
  division_id uuid primary key,
  country_code text not null,
  type text not null,
  unique_code text not null,
  name text not null,
  -- the next wider division of: country, region, subregion, municipality, district, neighbourhood
  parent_id uuid references division,
  -- groups may cross subregions, so they are no parents; the narrowest first
  group_ids uuid[] not null default '{}',
  postal_codes text[] not null default '{}',
  -- those that an import added: a newer package does not remove them
  imported_postal_codes text[] not null default '{}',
  population integer,
  longitude double precision,
  latitude double precision,
  -- how the point is known: measured or one of the fallbacks
  centroid_origin text,
  -- municipalities that were merged into this one, and their codes
  former_names text[] not null default '{}',
  former_codes text[] not null default '{}',
  -- names in other languages, or without abbreviations
  other_names text[] not null default '{}',
  -- false if an import added it: a newer package then leaves it alone
  from_package boolean not null,
  -- a newer package no longer has it: it is found by id, and nothing new is located in it
  retired boolean not null default false,
  unique (country_code, unique_code),
  check ((longitude is null) = (latitude is null) and (longitude is null) = (centroid_origin is null))
);
create index division_of_parent on division (parent_id);
create index division_of_group on division using gin (group_ids);
create index division_former_codes on division using gin (former_codes);

-- distributed by division_id
create table division_contour (
  division_id uuid primary key,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  -- A GeoJSON Polygon or MultiPolygon. json, not jsonb: it is read whole, and takes a quarter less space
  -- (1.0 kB for a commune of the simplified national file).
  geometry json not null,
  -- false if from an import, which a newer package does not replace
  from_package boolean not null
);

-- A running import, so that an interrupted one resumes. Deleted when it ends.
create table geography_import (
  country_code text not null,
  -- SHA-256 of the whole file: a changed file starts from the beginning
  digest bytea not null,
  -- bytes of the file that are done: always the end of a record
  position bigint not null,
  counts jsonb not null,
  started_at timestamptz not null,
  primary key (country_code, digest)
);

-- LISTINGS AND PROPERTIES
-- The id of a listing is derived from its normalised URL: the primary key makes one row of one URL.

-- distributed by property_id
create table property (
  property_id uuid primary key,
  -- set when this property was merged into another one, which is returned in its stead
  merged_into uuid,
  created_at timestamptz not null,
  -- The flat result as it is sent; null once merged. json, not jsonb: read whole, and its members stay in the order of the contract.
  document json,
  -- the revision that made the document: a row of property_change
  revision_id uuid,
  expired boolean not null default false,
  -- when the content last changed: an observation that changes nothing does not move it
  updated_at timestamptz,
  -- its listings, so that they are read by primary key, each on its own shard
  listing_ids uuid[] not null default '{}',
  -- version of the rules by which `changes` was computed; `gable properties recompute-changes` raises it
  changes_version smallint not null default 2
);

-- distributed by listing_id
create table listing (
  listing_id uuid primary key,
  property_id uuid not null,
  source_id uuid not null,
  url text not null,
  -- what consolidation needs: claims, pictures, advertiser, price history, its timestamps
  state json not null,
  -- of the newest observation, to recognise an equal one without reading it
  payload_hash bytea,
  expired_at timestamptz,
  -- null while it is unknown
  price_coherent boolean
);
create index listing_live_at_source on listing (source_id) where expired_at is null;

-- Distributed by property_id. An observation that changes nothing updates this row alone. There is no index but the key, and the pages
-- have free space, so that updates are heap-only.
create table listing_visit (
  property_id uuid not null,
  listing_id uuid not null,
  source_id uuid not null,
  live boolean not null,
  last_seen_at timestamptz not null,
  primary key (property_id, listing_id)
) with (fillfactor = 70);

-- Distributed by property_id. Alerts, analytics and the search in memory follow from these rows alone.
create table property_change (
  property_id uuid not null,
  revision_id uuid not null,
  -- when the source showed it, and when it was stored
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- CREATED, UPDATED, EXPIRED, REACTIVATED, REGROUPED
  kinds text[] not null,
  -- the listing that caused it; null when the service regrouped or assessed prices again
  listing_id uuid,
  -- the property that this one was merged into; `after` is then null
  merged_into uuid,
  -- events of listings: [{listingId, kind, changes}]
  listing_events json not null,
  -- the entries this revision added to property.changes
  changes json not null,
  -- the flat results before and after
  before json,
  after json,
  -- when alerts are matched against it; null once they were. A failed match moves it.
  match_due_at timestamptz default '-infinity',
  primary key (property_id, revision_id)
);
create index property_change_to_match on property_change (match_due_at, recorded_at) where match_due_at is not null;
-- The forecast of an alert reads the last days.
create index property_change_recorded on property_change (recorded_at);

create table publisher (
  publisher_id uuid primary key,
  publisher_type text,
  agency_name text,
  professional_card_number text,
  website text,
  created_at timestamptz not null
);

-- Identities an advertiser is recognised by: card number, name and telephone, name and website, …
create table publisher_identity (
  identity text primary key,
  publisher_id uuid not null references publisher
);

-- Distributed by listing_id. The price per square metre of each live, comparable listing, and the divisions it counts in.
create table market_sample (
  listing_id uuid primary key,
  property_id uuid not null,
  transaction_type text not null,
  property_type text not null,
  -- null once it left the market; the row stays until the medians are computed without it
  price_per_area double precision,
  region_id uuid,
  -- the subregion, or the widest division known below the region
  subregion_id uuid not null,
  -- finer than the subregion, the finest first
  division_ids uuid[] not null,
  sampled_at timestamptz not null
);
create index market_sample_of_subregion on market_sample (subregion_id, transaction_type, property_type);
create index market_sample_of_region on market_sample (region_id, transaction_type, property_type);
-- Which medians are outdated.
create index market_sample_sampled on market_sample (sampled_at);

create table market_median (
  transaction_type text not null,
  property_type text not null,
  division_id uuid not null,
  median double precision not null,
  samples integer not null,
  computed_at timestamptz not null,
  primary key (division_id, transaction_type, property_type)
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
-- Favorites of a property that is merged into another move with it.
create index favorite_of_property on favorite_property (property_id);

-- IDENTITY: which listings show one home
-- All tables are distributed by listing_id: they are read for few listings by id. Blocking keys are read by value, from every shard.

create table listing_feature (
  listing_id uuid primary key,
  property_id uuid not null,
  -- of two properties that merge the older one survives
  property_created_at timestamptz not null,
  -- since when it belongs to the property
  joined_at timestamptz not null,
  -- what identity compares, as small numbers and folded words; json: written and read whole
  feature json not null,
  feature_version smallint not null,
  transaction_type text,
  zone text,
  expired_at timestamptz,
  -- whether listing_key has its keys: not for listings that expired long ago
  keyed boolean not null default true,
  -- when to resolve it again without a new observation
  retry_at timestamptz
);
create index listing_feature_of_property on listing_feature (property_id);
create index listing_feature_expired on listing_feature (expired_at) where keyed and expired_at is not null;
create index listing_feature_due on listing_feature (retry_at) where retry_at is not null;

-- Blocking keys, about 45 for each listing. The key comes first, so that the primary key is the only index.
create table listing_key (
  key bigint not null,
  listing_id uuid not null,
  -- the whole hash for a photo key, so that only similar photos are candidates; else 0
  photo bigint not null default 0,
  primary key (key, listing_id, photo)
);

-- Pairs that may be one home, stored in both directions, with the evidence.
create table listing_edge (
  listing_id uuid not null,
  other_id uuid not null,
  score real not null,
  levels json not null,
  model text not null,
  primary key (listing_id, other_id)
);

-- Every property a listing ever belonged to, and why it was assigned.
create table listing_property_history (
  listing_id uuid not null,
  joined_at timestamptz not null,
  property_id uuid not null,
  -- new, stay, attach, merge, detach, split
  decision text not null,
  -- the listing that caused the decision, its strongest link and its vetoes
  evidence json not null,
  primary key (listing_id, joined_at, property_id)
);

-- Manual overrides for two listings, stored in both directions. They outlive every model.
create table listing_override (
  listing_id uuid not null,
  other_id uuid not null,
  must_link boolean not null,
  decided_at timestamptz not null,
  primary key (listing_id, other_id)
);

-- INGEST: observations for 90 days, and feeds

-- Distributed by listing_id. One row for each observation that changed something.
create table raw_observation (
  listing_id uuid not null,
  observed_at timestamptz not null,
  source_id uuid not null,
  -- when it was ingested: retention counts from here
  received_at timestamptz not null,
  -- zstd of JSON {payload, dropped}: as received, and the fields that were ignored; null when in a block
  body bytea,
  block_id uuid,
  -- the line of the block, from 0
  line smallint,
  primary key (listing_id, observed_at)
);
-- Retention deletes the oldest first.
create index raw_observation_received on raw_observation (received_at);

-- Distributed by source_id. Fields of a source that are unknown or implausible, counted per day.
create table ignored_field (
  source_id uuid not null,
  day date not null,
  -- path in the payload
  field text not null,
  reason text not null,
  count bigint not null,
  -- the beginning of the last value
  example text not null,
  primary key (source_id, day, field, reason)
);
create index ignored_field_by_day on ignored_field (day);

-- Distributed by block_id. zstd of lines of JSON {payload, dropped}, the observations of one transaction together: compressed singly they
-- took twice the time and three times the space.
create table raw_block (
  block_id uuid primary key,
  -- that of its observations
  received_at timestamptz not null,
  body bytea not null
);
-- Compressed already.
alter table raw_block alter column body set storage external;
-- Retention deletes the oldest first.
create index raw_block_received on raw_block (received_at);

-- Rejected records of a source, the newest of each listing: shown to operators until a valid record arrives.
create table rejected_record (
  source_id uuid not null,
  listing_id uuid not null,
  url text not null,
  -- INVALID: it breaks a rule. REFUSED: the database or the code failed on it.
  kind text not null,
  reason text not null,
  -- as the record states it
  observed_at timestamptz,
  -- the beginning of the record as received
  record text,
  first_rejected_at timestamptz not null,
  rejected_at timestamptz not null,
  -- when a later record of the listing was accepted
  resolved_at timestamptz,
  primary key (source_id, listing_id)
);
-- Each accepted batch checks whether it resolves some of them; the unresolved ones are few.
create index rejected_record_open on rejected_record (source_id, listing_id) where resolved_at is null;
create index rejected_record_age on rejected_record (rejected_at);

create table feed (
  feed_id uuid primary key,
  -- one feed for each source: of two full ones each would expire the listings of the other
  source_id uuid not null unique references source,
  url text not null,
  format text not null,
  interval_seconds integer not null check (interval_seconds > 0),
  is_full boolean not null,
  max_bytes bigint not null check (max_bytes > 0),
  enabled boolean not null,
  created_at timestamptz not null,

  due_at timestamptz not null,
  -- failed pulls in a row
  failures integer not null default 0,
  -- the claim that fences late writes, and the end of its lease
  claim_id uuid,
  claimed_until timestamptz,

  -- of the file ingested last, so that the same one is not fetched or read again
  etag text,
  last_modified text,
  sha256 bytea,
  fetched_at timestamptz,

  last_status text,
  last_finished_at timestamptz
);
create index feed_due on feed (due_at) where enabled;

create table feed_run (
  feed_id uuid not null references feed on delete cascade,
  feed_run_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- RUNNING, TAKEN, UNCHANGED, FAILED
  status text not null,
  bytes bigint,
  sha256 bytea,
  accepted integer not null default 0,
  unchanged integer not null default 0,
  expired integer not null default 0,
  rejected integer not null default 0,
  -- the first of them: [{line, reason}]
  rejections json not null default '[]',
  error text,
  primary key (feed_id, feed_run_id)
);

-- SEARCH: distributed by property_id
-- The columns from country_code on are those of src/criteria/columns.ts: a test compares them with the catalogue. They are written in
-- the statement that writes the property.

create table property_search (
  property_id uuid primary key,
  -- version of the columns the row was written for: an older one is written again
  layout integer not null,
  -- since when its sort keys have these values; -infinity when they never had others
  valid_from timestamptz not null,
  -- one code for each level, for a btree; division_codes needs a bitmap scan
  region_code text,
  subregion_code text,
  city_code text,
  district_code text,
  country_code text,
  location_accuracy text,
  division_codes text[] not null,
  division_ids uuid[] not null,
  postal_codes text[] not null,
  longitude double precision,
  latitude double precision,
  space_x double precision,
  space_y double precision,
  space_z double precision,
  type text,
  transaction_type text,
  construction_status text,
  expired boolean not null,
  areas_displayed double precision,
  areas_land double precision,
  pricing_displayed double precision,
  pricing_price_per_area double precision,
  pricing_sale_net_price double precision,
  pricing_sale_fees_agency_paid_by text,
  pricing_sale_fees_agency_included_in_price boolean,
  pricing_sale_fees_agency_amount double precision,
  pricing_sale_fees_agency_percentage double precision,
  pricing_sale_fees_condominium_total double precision,
  pricing_sale_fees_legal_amount double precision,
  pricing_rental_rent_amount double precision,
  pricing_rental_rent_includes_charges boolean,
  pricing_rental_fees_charges_amount double precision,
  pricing_rental_fees_deposit_amount double precision,
  unit_rooms double precision,
  unit_bedrooms double precision,
  unit_bathrooms double precision,
  unit_floor double precision,
  unit_orientation text[],
  unit_condition text,
  unit_diagnostic_standard text,
  unit_energy_heating_system text[],
  unit_energy_heating_energy_carrier text[],
  unit_energy_heating_collective boolean[],
  building_construction_year double precision,
  building_renovation_year double precision,
  building_number_of_lots double precision,
  building_floors double precision,
  building_construction_type text,
  building_condition text,
  building_energy_heating_system text[],
  building_energy_heating_energy_carrier text[],
  building_energy_heating_collective boolean[],
  energy_consumption_rating text,
  energy_consumption_value double precision,
  carbon_emissions_rating text,
  carbon_emissions_value double precision,
  unit_features integer not null,
  unit_features_denied integer not null,
  amenities_features integer not null,
  amenities_features_denied integer not null,
  publisher_type text[] not null,
  publisher_mandate text[] not null,
  publisher_has_email boolean[] not null,
  publisher_has_phone boolean[] not null,
  publisher_references text[] not null,
  listings_marketing_urgent boolean[] not null,
  listings_marketing_boosted boolean[] not null,
  listings_marketing_highlighted boolean[] not null,
  listings_marketing_favorites double precision[] not null,
  listings_url text[] not null,
  listings_sources text[] not null,
  listings_expired_at timestamptz[] not null,
  listings_price_coherent boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  changes_attribute text[] not null,
  changes_variation_percent double precision[] not null,
  changes_occurred_at timestamptz[] not null,
  pricing_spread_percent double precision
);

-- Nearly every search is of what is on the market: hence the partial indexes. They include the most frequent filters, so that a count
-- reads the index alone. Figures: server CPU for page and count at 100,000 properties, 60,000 of them on the market.

-- By content timestamp: a search with many results scans it (without a filter: 0.1 ms for the page, 6 ms for the count up to 10,000).
create index property_search_newest on property_search (updated_at desc, property_id desc)
  where not expired and listings_price_coherent;
-- Searches of a whole country, and "changed since" (2.3 ms with a publisher type, 19 ms if the index did not include it).
create index property_search_kind on property_search (transaction_type, type, updated_at desc, property_id desc)
  include (region_code, pricing_displayed, areas_displayed, unit_rooms, unit_features, publisher_type)
  where not expired and listings_price_coherent;
-- Division × transaction × type, one for each level (0.8 to 1.1 ms; the bitmap over division_codes takes several times as long).
-- Without a division the planner does a skip scan.
create index property_search_subregion on property_search (subregion_code, transaction_type, type)
  include (updated_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent;
create index property_search_city on property_search (city_code, transaction_type, type)
  include (updated_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent;
create index property_search_district on property_search (district_code, transaction_type, type)
  include (updated_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent and district_code is not null;
-- Groups, neighbourhoods, codes of several levels at once; also off the market.
create index property_search_divisions on property_search using gin (division_codes);
-- Off the market, and implausible prices.
create index property_search_hidden on property_search (updated_at desc, property_id desc)
  where expired or not listings_price_coherent;
-- Circles and polygons.
create index property_search_point on property_search using gist (point(longitude, latitude))
  include (longitude, latitude, space_x, space_y, space_z, transaction_type, type, pricing_displayed, areas_displayed, unit_rooms,
           unit_features, updated_at, property_id)
  where not expired and listings_price_coherent;
-- A listing by URL, a publisher by reference.
create index property_search_urls on property_search using gin (listings_url);
create index property_search_references on property_search using gin (publisher_references);
-- A type up to a price: houses with a garden in the whole country took 46 ms without it, 21 ms with it (a million properties).
create index property_search_price on property_search (transaction_type, type, pricing_displayed)
  include (areas_displayed, unit_rooms, unit_features, updated_at, property_id)
  where not expired and listings_price_coherent;

-- Texts have their own table: most changes leave them alone, and their index is the most expensive to write.
create table property_search_words (
  property_id uuid primary key,
  -- on the market and with a plausible price: nearly every search reads only these
  visible boolean not null,
  body_title text,
  body_description text
);

create index property_search_title on property_search_words using gin (string_to_array(body_title, ' ')) where visible;
create index property_search_description on property_search_words using gin (string_to_array(body_description, ' ')) where visible;
-- Word frequencies for the planner, which ignores the statistics of a partial index. Without them it estimated "cuisine équipée", in
-- every fourth listing, as rarer than a city: a phrase in a city took a minute instead of 2 ms (a million properties).
create statistics property_search_title_words on (string_to_array(body_title, ' ')) from property_search_words;
create statistics property_search_description_words on (string_to_array(body_description, ' ')) from property_search_words;

-- Former sort keys, for as long as a cursor is valid: a cursor scan reads the order of the moment it started.
create table property_search_history (
  property_id uuid not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  pricing_displayed double precision,
  areas_displayed double precision,
  pricing_price_per_area double precision,
  primary key (property_id, valid_to)
);
create index property_search_history_newest on property_search_history (updated_at, property_id);
create index property_search_history_valid_to on property_search_history (valid_to);

-- Secrets of the service, created on first use.
create table service_secret (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null
);

-- The transaction that last wrote or deleted the search row of each property. A process with properties in memory reads those of
-- transactions that had not ended when it last read, so that a late commit is not missed.
create table property_search_log (
  property_id uuid primary key,
  changed_in xid8 not null
);
create index property_search_log_changed on property_search_log (changed_in);

-- Distributed by batch_id. Observations that changed nothing, some hundred in a row: documents outside the database take last-seen
-- times from here. Rows stay for a day.
create table listing_visit_log (
  batch_id uuid primary key,
  changed_in xid8 not null,
  recorded_at timestamptz not null,
  property_ids uuid[] not null,
  listing_ids uuid[] not null,
  seen_at timestamptz[] not null
);
create index listing_visit_log_changed on listing_visit_log (changed_in);

-- DELIVERY: distributed by account_id

-- One for each account; it signs all its webhooks.
create table signing_key (
  account_id uuid primary key,
  -- the version of the master key (1 byte), nonce (12), ciphertext, tag (16); bound to the account
  encrypted_key bytea not null,
  -- the first 8 hexadecimal characters of the SHA-256 of the key
  hint text not null,
  created_at timestamptz not null
);

create table event_destination (
  account_id uuid not null,
  event_destination_id uuid not null,
  destination_type text not null,
  url text,
  email text,
  is_default boolean not null default false,
  status text not null default 'ACTIVE',
  -- failed attempts in a row
  failures integer not null default 0,
  suspended_at timestamptz,
  -- failed probes since the suspension, and when the next one is due; null where nothing can be probed
  probes integer not null default 0,
  next_probe_at timestamptz,
  probe_claim uuid,
  -- after a suspension: steps of the replay done so far, and when the next one is due
  replay_steps integer not null default 0,
  next_replay_at timestamptz,
  -- the last X-Webhook-Sequence
  sequence bigint not null default 0,
  -- EMAIL: when the recipient confirmed by the mailed link, and unsubscribed
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, event_destination_id)
) with (fillfactor = 60);
create unique index event_destination_default on event_destination (account_id) where is_default;
create unique index event_destination_url on event_destination (account_id, url);
create unique index event_destination_email on event_destination (account_id, email);
create index event_destination_probe on event_destination (next_probe_at) where next_probe_at is not null;
create index event_destination_replay on event_destination (next_replay_at) where next_replay_at is not null;

-- The only state of a notification. While PENDING it is due at due_at. A claim moves due_at to the end of its lease, so that a lapsed
-- lease is due again by itself; claim_id fences late writes of a worker that lost its claim.
create table event_notification (
  account_id uuid not null,
  event_notification_id uuid not null,
  -- idempotency key for the receiver
  alert_event_id uuid not null,
  -- EVENT; TEST: a sample on request; CONFIRM: the mail that asks to confirm the mailbox
  kind text not null default 'EVENT',
  event_type text not null,
  alert_id uuid not null,
  alert_name text not null,
  property_id uuid,
  listing_id uuid,
  -- what changed, for mails: {old, new, percent} of the price
  price json,
  channel text not null,
  event_destination_id uuid,
  destination_address text,
  status text not null,
  -- attempts started, counted before anything is sent
  attempt_number integer not null default 0,
  -- attempts that the receiver failed, and those that the service lost
  failed_attempts integer not null default 0,
  internal_failures integer not null default 0,
  -- 0: first attempts; 1: retries and replays. Each has slots of its own.
  lane smallint not null default 0,
  -- set by a manual replay: one attempt, and the status to return to when it fails
  status_before text,
  -- set while the last attempt runs: no further one follows
  skip_reason text,
  due_at timestamptz,
  claim_id uuid,
  claimed_at timestamptz,
  sequence bigint,
  delivered_at timestamptz,
  last_error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, event_notification_id),
  unique (account_id, alert_event_id)
) with (
  -- Every row is updated twice within seconds: dead versions slow down claims until they are vacuumed.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- Claims scan it: the next destination with something pending is one index probe away.
create index event_notification_pending on event_notification (event_destination_id, lane, due_at) where status = 'PENDING';
-- Running attempts only: finds claims whose answer was lost.
create index event_notification_claimed on event_notification (claim_id) where claim_id is not null;
-- Notifications that two workers died with, rarely any: claimed one at a time.
create index event_notification_suspect on event_notification (event_destination_id, lane, due_at)
  where status = 'PENDING' and internal_failures >= 2 and claim_id is not null;
create index event_notification_suspended on event_notification (event_destination_id, event_notification_id) where status = 'SUSPENDED';
-- For retention.
create index event_notification_created on event_notification using brin (created_at);

-- Requests and replies, as the console shows them.
create table delivery_attempt (
  account_id uuid not null,
  event_notification_id uuid not null,
  attempt_number integer not null,
  event_destination_id uuid,
  started_at timestamptz not null,
  took_ms integer,
  -- DELIVERED; FAILED: by the receiver; LOST: by the service
  outcome text not null,
  probe boolean not null default false,
  request_headers json,
  -- zstd; for 30 days
  request_body bytea,
  reply_status integer,
  reply_headers json,
  reply_body bytea,
  error text,
  primary key (account_id, event_notification_id, attempt_number)
);
-- Compressed already.
alter table delivery_attempt alter column request_body set storage external;
create index delivery_attempt_started on delivery_attempt using brin (started_at);

-- A notification as a sender receives it.
create function claimed_notification(n event_notification, probe boolean) returns json language sql stable as $$
  select json_build_object(
    'accountId', n.account_id, 'id', n.event_notification_id, 'eventId', n.alert_event_id, 'kind', n.kind, 'eventType', n.event_type,
    'alertId', n.alert_id, 'alertName', n.alert_name, 'propertyId', n.property_id, 'listingId', n.listing_id, 'price', n.price,
    'channel', n.channel, 'destinationId', n.event_destination_id, 'address', n.destination_address, 'claim', n.claim_id,
    'attempt', n.attempt_number, 'failedAttempts', n.failed_attempts, 'internalFailures', n.internal_failures, 'lane', n.lane,
    'statusBefore', n.status_before, 'sequence', n.sequence, 'probe', probe)
$$;

-- Positions (destination and lane) with something due, in index order from the cursor on, once round at most. It claims nothing.
-- It reads up to `max_positions` positions and ends when `max_rows` due rows are counted, at most `row_limit` or the limit beside the
-- destination for each, and at most `lane_limits` in each lane. Destinations and lanes with the limit 0 and `excluded_accounts` are
-- passed over.
-- At other statuses than `event_statuses` only tests and confirmations count as due.
-- Bookmarks, in index order, say until when a position has only completed rows. Their index entries stay as long as any session might
-- still see them: with 50,000 of those a claim took five times as long.
-- A suspect is a notification that two workers died with: it is counted apart.
create function find_due_positions(
  at timestamptz, inout cursor_destination uuid, inout cursor_lane smallint,
  max_positions integer, max_rows integer, row_limit integer, limited_destinations uuid[], row_limits integer[],
  excluded_accounts uuid[], lane_limits integer[], event_statuses text[],
  bookmarks uuid[], bookmark_lanes smallint[], bookmark_until timestamptz[],
  out positions json
) language plpgsql stable as $$
declare
  start_destination constant uuid := cursor_destination;
  start_lane constant smallint := cursor_lane;
  next_bookmark integer := 1;
  wrapped boolean := false;
  candidate record;
  destination_status text;
  destination_limit integer;
  due_rows integer;
  suspects integer;
  found_positions json[] := '{}';
begin
  while max_positions > 0 and max_rows > 0 and lane_limits[1] + lane_limits[2] > 0 loop
    max_positions := max_positions - 1;
    while (bookmarks[next_bookmark], bookmark_lanes[next_bookmark]) <= (cursor_destination, cursor_lane) loop
      next_bookmark := next_bookmark + 1;
    end loop;
    if next_bookmark > cardinality(bookmarks) then
      select n.event_destination_id, n.lane, n.account_id, n.due_at into candidate
        from event_notification n
        where n.status = 'PENDING' and (n.event_destination_id, n.lane) > (cursor_destination, cursor_lane)
        order by n.event_destination_id, n.lane, n.due_at limit 1;
      if not found then
        exit when wrapped;
        wrapped := true;
        cursor_destination := '00000000-0000-0000-0000-000000000000';
        cursor_lane := -1;
        next_bookmark := 1;
        continue;
      end if;
    else
      select n.event_destination_id, n.lane, n.account_id, n.due_at into candidate
        from event_notification n
        where n.status = 'PENDING' and (n.event_destination_id, n.lane) > (cursor_destination, cursor_lane)
          and (n.event_destination_id, n.lane) < (bookmarks[next_bookmark], bookmark_lanes[next_bookmark])
        order by n.event_destination_id, n.lane, n.due_at limit 1;
      if not found then
        cursor_destination := bookmarks[next_bookmark];
        cursor_lane := bookmark_lanes[next_bookmark];
        exit when wrapped and (cursor_destination, cursor_lane) > (start_destination, start_lane);
        select n.event_destination_id, n.lane, n.account_id, n.due_at into candidate
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = cursor_destination and n.lane = cursor_lane
            and n.due_at between bookmark_until[next_bookmark] and at
          order by n.due_at limit 1;
        continue when not found;
      end if;
    end if;
    exit when wrapped and (candidate.event_destination_id, candidate.lane) > (start_destination, start_lane);
    cursor_destination := candidate.event_destination_id;
    cursor_lane := candidate.lane;
    continue when candidate.due_at > at or candidate.account_id = any (excluded_accounts) or lane_limits[candidate.lane + 1] <= 0;
    destination_limit := coalesce(row_limits[array_position(limited_destinations, candidate.event_destination_id)], row_limit);
    continue when destination_limit <= 0;
    select d.status into destination_status from event_destination d
      where d.account_id = candidate.account_id and d.event_destination_id = candidate.event_destination_id;
    continue when not found;
    select count(*) into due_rows from (
      select from event_notification n
      where n.status = 'PENDING' and n.event_destination_id = candidate.event_destination_id and n.lane = candidate.lane
        and n.due_at between candidate.due_at and at
        and (n.kind <> 'EVENT' or destination_status = any (event_statuses)) and n.skip_reason is null
        and (n.internal_failures < 2 or n.claim_id is null)
      order by n.due_at limit least(destination_limit, lane_limits[candidate.lane + 1], max_rows)) as due;
    select count(*) into suspects from (
      select from event_notification n
      where n.status = 'PENDING' and n.event_destination_id = candidate.event_destination_id and n.lane = candidate.lane and n.due_at <= at
        and (n.kind <> 'EVENT' or destination_status = any (event_statuses)) and n.skip_reason is null
        and n.internal_failures >= 2 and n.claim_id is not null
      limit 1) as suspect;
    max_rows := max_rows - due_rows;
    lane_limits[candidate.lane + 1] := lane_limits[candidate.lane + 1] - due_rows;
    found_positions := found_positions || json_build_object(
      'destination', cursor_destination, 'lane', cursor_lane, 'account', candidate.account_id, 'status', destination_status,
      'firstDue', candidate.due_at, 'dueRows', due_rows, 'suspects', suspects);
  end loop;
  positions := array_to_json(found_positions);
end $$;

-- Claims up to `row_limits` notifications and `suspect_limits` suspects of each position given. A destination that another worker has
-- locked, or whose status is not the one given, is passed over.
-- Counting the attempt before anything is sent ends a notification that kills its worker again and again.
create function claim_notifications(
  claim uuid, at timestamptz, lease_until timestamptz,
  accounts uuid[], destinations uuid[], lanes smallint[], statuses text[], takes_events boolean[], first_due timestamptz[],
  row_limits integer[], suspect_limits integer[],
  out claimed json, out claimed_positions json
) language plpgsql as $$
declare
  destination_sequence bigint;
  ids uuid[];
  unnumbered_ids uuid[];
  lapsed_ids uuid[];
  suspects integer;
  last_due timestamptz;
  batch json[];
  claimed_rows json[] := '{}';
  position_rows json[] := '{}';
begin
  for item in 1 .. cardinality(destinations) loop
    select d.sequence into destination_sequence from event_destination d
      where d.account_id = accounts[item] and d.event_destination_id = destinations[item] and d.status = statuses[item]
      for update skip locked;
    continue when not found;
    -- Keys in arrays rather than joins: on a table that was never analysed a join was planned as a scan for each row.
    select array_agg(id order by id), array_agg(id order by id) filter (where unnumbered), array_agg(id) filter (where lapsed),
           count(*) filter (where suspect), max(due_at) filter (where not suspect)
      into ids, unnumbered_ids, lapsed_ids, suspects, last_due
      from (
        select * from (
          select n.event_notification_id as id, n.sequence is null as unnumbered, n.claim_id is not null as lapsed, false as suspect, n.due_at
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = destinations[item] and n.lane = lanes[item]
            and n.due_at between first_due[item] and at
            and (n.kind <> 'EVENT' or takes_events[item]) and n.skip_reason is null
            and (n.internal_failures < 2 or n.claim_id is null)
          order by n.due_at limit row_limits[item] for update skip locked
        ) as ordinary
        union all
        select * from (
          select n.event_notification_id, n.sequence is null, true, true, n.due_at
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = destinations[item] and n.lane = lanes[item] and n.due_at <= at
            and (n.kind <> 'EVENT' or takes_events[item]) and n.skip_reason is null
            and n.internal_failures >= 2 and n.claim_id is not null
          order by n.internal_failures, n.due_at limit suspect_limits[item] for update skip locked
        ) as suspects
      ) as due;
    continue when ids is null;
    if lapsed_ids is not null then
      insert into delivery_attempt (account_id, event_notification_id, attempt_number, event_destination_id, started_at, outcome, error)
      select n.account_id, n.event_notification_id, n.attempt_number, n.event_destination_id, n.claimed_at, 'LOST',
             'the service stopped during this attempt'
      from event_notification n where n.account_id = accounts[item] and n.event_notification_id = any (lapsed_ids)
      on conflict do nothing;
    end if;
    with updated as (
      update event_notification n set
        claim_id = claim, claimed_at = at, due_at = lease_until, attempt_number = n.attempt_number + 1,
        internal_failures = n.internal_failures + (n.claim_id is not null)::int, updated_at = at,
        sequence = coalesce(n.sequence, destination_sequence + array_position(unnumbered_ids, n.event_notification_id))
      where n.account_id = accounts[item] and n.event_notification_id = any (ids)
      returning n as notification
    )
    select array_agg(claimed_notification(notification, false)) into batch from updated;
    if unnumbered_ids is not null then
      update event_destination d set sequence = d.sequence + cardinality(unnumbered_ids)
        where d.account_id = accounts[item] and d.event_destination_id = destinations[item];
    end if;
    claimed_rows := claimed_rows || batch;
    position_rows := position_rows || json_build_object('index', item - 1, 'suspects', suspects, 'lastDue', last_due);
  end loop;
  claimed := array_to_json(claimed_rows);
  claimed_positions := array_to_json(position_rows);
end $$;

-- Confirmation mails, counted over all processes, for the longest window of src/delivery/confirmations/limits.ts. They outlive the
-- destination they were sent for.
create table confirmation_mail (
  confirmation_mail_id uuid primary key,
  account_id uuid not null,
  -- the mailbox: lower case, without a +tag
  recipient text not null,
  sent_at timestamptz not null
);
-- One index for each of the three limits: the n-th newest row of a window is one index probe away.
create index confirmation_mail_account on confirmation_mail (account_id, sent_at);
create index confirmation_mail_recipient on confirmation_mail (recipient, sent_at);
create index confirmation_mail_sent on confirmation_mail (sent_at);

-- Recipients who unsubscribed from an account. A new destination for one of them is unsubscribed from the start.
create table email_refusal (
  account_id uuid not null,
  recipient text not null,
  refused_at timestamptz not null,
  primary key (account_id, recipient)
);

-- ALERTS: distributed by account_id, except alert_log

create table alert (
  account_id uuid not null,
  alert_id uuid not null,
  name text not null,
  enabled boolean not null,
  -- null: every property
  criteria json,
  -- [{eventType, scope, variationPercent}]
  rules json not null,
  -- null: the account's default
  event_destination_id uuid,
  -- grows with every change of the row: an event is recorded only for the version that was matched
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- since when properties that were on the market already are to be listed in first_match; null once they are
  first_days_from timestamptz,
  -- size of the criteria: alerts are loaded by bytes, and those of one account are limited
  criteria_bytes integer not null generated always as (coalesce(octet_length(criteria::text), 0)) stored,
  -- since when a worker cannot parse its criteria: such an alert is not matched; null once it is saved again
  unreadable_since timestamptz,
  -- when to list its first matches again after the search failed
  first_days_retry_at timestamptz,
  -- why the service disabled it
  disabled_reason text,
  -- until when it reports properties that were on the market already
  first_days_until timestamptz,
  primary key (account_id, alert_id)
);
create index alert_first_days_by_account on alert (account_id, first_days_from) where first_days_from is not null;
create index alert_of_account on alert (account_id, created_at desc, alert_id);
create index alert_unreadable on alert (unreadable_since) where unreadable_since is not null;

-- The transaction that last changed each alert. A process with alerts in memory reads those of transactions that had not ended when it
-- last read: none is skipped, however late it commits, and no writer waits for another. A reference table on Citus, written and read
-- through the coordinator: its transactions are the coordinator's.
create table alert_log (
  alert_id uuid primary key,
  account_id uuid not null,
  changed_in xid8 not null
);
create index alert_log_changed on alert_log (changed_in);

create table alert_event (
  account_id uuid not null,
  alert_event_id uuid not null,
  alert_id uuid not null,
  property_id uuid not null,
  revision_id uuid not null,
  event_type text not null,
  scope text not null,
  -- the listing or the property: one event for each
  subject_id uuid not null,
  created_at timestamptz not null,
  -- ids contain created_at: they are the order of the events
  primary key (account_id, alert_id, alert_event_id)
);
-- One event for each subject, however often it is matched. Also whether a property was reported as new already.
create unique index alert_event_once on alert_event (account_id, alert_id, property_id, revision_id, event_type, subject_id);
-- For retention.
create index alert_event_age on alert_event using brin (created_at);
-- The delivery log by property joins here: events are written once, notifications three times.
create index alert_event_of_property on alert_event (account_id, property_id);

-- Properties that matched when their alert was saved or widened, each due within the first three days.
create table first_match (
  account_id uuid not null,
  alert_id uuid not null,
  property_id uuid not null,
  due_at timestamptz not null,
  primary key (account_id, alert_id, property_id)
);
create index first_match_by_account on first_match (account_id, due_at);

-- Changes that matched more alerts of an account than its share of a batch: the rest waits here, and accounts take turns. A row is
-- inserted in the transaction that marks the change as matched, and deleted in the one that records its last event.
create table match_backlog (
  account_id uuid not null,
  property_id uuid not null,
  revision_id uuid not null,
  -- of the change: the oldest comes first
  recorded_at timestamptz not null,
  -- later after a failure
  due_at timestamptz not null default '-infinity',
  -- alerts that wait, as counted at the last write
  alerts integer not null,
  -- events of the alerts up to this one are recorded
  last_alert_id uuid,
  primary key (account_id, property_id, revision_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index match_backlog_due on match_backlog (account_id, due_at, recorded_at);

-- ADDRESSES AND CERTIFICATES: the national address base and the registry of energy certificates, from public files
-- Coordinates are millionths of a degree (11 cm), so that two take 8 bytes. Streets have their own table: an address then takes 140 bytes
-- with its indexes.

-- A running bulk import, so that an interrupted one resumes. Deleted when it ends. A reference table on Citus.
create table bulk_import (
  -- addresses, certificates or sales
  kind text not null,
  -- SHA-256 of the whole file: a changed file starts from the beginning
  digest bytea not null,
  -- uncompressed bytes that are done: always the end of a record; and the next line
  position bigint not null,
  line bigint not null,
  counts jsonb not null,
  started_at timestamptz not null,
  primary key (kind, digest)
);

-- distributed by street_id
create table street (
  -- the first 8 bytes of the SHA-1 of its code in the base: the same in every release
  street_id bigint primary key,
  city_code text not null,
  postal_code text not null,
  name text not null
);
-- The streets of a commune, for an address that names one.
create index street_of_city on street (city_code);

-- distributed by street_id
create table house_number (
  street_id bigint not null,
  number integer not null,
  -- bis, ter, a, …; empty for none
  suffix text not null,
  longitude integer not null,
  latitude integer not null,
  primary key (street_id, number, suffix)
);
-- Near a point: bands of 0.002 degrees (222 m), each sorted from west to east. A search within 200 m reads three short ranges.
create index house_number_near on house_number ((latitude / 2000), longitude);

-- distributed by certificate_id
create table certificate (
  -- the number of the registry
  certificate_id text primary key,
  -- the arrondissement in Paris, Lyon and Marseille; empty when unknown
  city_code text not null,
  postal_code text not null,
  -- F flat, H house, B building
  kind "char" not null,
  -- A to G; N when the certificate is blank
  energy_rating "char" not null,
  ghg_rating "char" not null,
  energy_value smallint,
  ghg_value smallint,
  area real,
  established_on date,
  construction_year smallint,
  -- the period of construction, where only that is known
  built_after smallint,
  built_before smallint,
  floor smallint,
  longitude integer,
  latitude integer,
  -- how well the registry found the address, in hundredths
  address_score smallint,
  -- null where the registry has only the street
  street_number text,
  street_name text
);
-- A listing finds its certificate by commune, rating and area. The other columns are in the key too: they filter candidates before the
-- heap is read, which included columns do not.
create index certificate_of_home on certificate (city_code, energy_rating, area, energy_value, kind);

-- SALES: one row for each closed sale
-- The id is derived from date, price, location, parcels and lots: the same in every release of its source. That of the land registry
-- begins with commune and day, so that sales of one file are adjacent in the index.

-- Column names of the files of a source. A reference table on Citus.
create table sale_layout (
  -- the first 4 bytes of the SHA-1 of format, separator and columns
  layout_id integer primary key,
  format text not null,
  separator text not null,
  columns text[] not null
);

-- distributed by sale_id
create table sale (
  sale_id uuid primary key,
  date_mutation date not null,
  longitude integer,
  latitude integer,
  -- grid cells of 0.02 degrees (2.2 km by 1.5) for a city, and of 0.5 degrees for larger areas; without a point a negative number for
  -- the commune, and -1. The importer computes them.
  cell integer not null,
  wide_cell integer not null,
  price_cents bigint,
  living_area real,
  land_area integer,
  layout_id integer not null,
  -- the last import with --replace that had it
  release integer not null default 0,
  rooms smallint,
  -- D for DVF, N for NOTAIRES_FR
  source "char" not null,
  -- null when the source does not say
  elevator boolean,
  balcony boolean,
  cellar boolean,
  nature text not null,
  property_type text not null,
  city_code text not null,
  -- of the land registry: the part after the day, without the parcel if it equals the column
  external_ref text not null,
  street_number text,
  street_name text,
  -- the first parcel; the others are in source_rows
  parcel text,
  construction_era text,
  -- a letter for each thing sold, the principal ones first: H house, F flat, D outbuilding, C premises, L land
  lots text not null,
  -- the rows of the source, a line each; after the first only the differences
  source_rows text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Newest first in each cell: a page is read from the end of the range of each cell. An index costs 1 s for 400,000 sales, one that does
-- not follow the order of the file 1.8 s. So there is none of communes, which are found by cell, nor of days.
create index sale_in_cell on sale (cell, date_mutation);
create index sale_in_wide_cell on sale (wide_cell, date_mutation);
-- Sales of the notaries, for reconciliation; those of the registry, by far the most, are not in it.
create index sale_from_notaries on sale (city_code, price_cents, date_mutation) where source = 'N';

-- Cells in which a commune has or had sales, about ten for each. A reference table on Citus.
create table sale_cell (
  city_code text not null,
  cell integer not null,
  primary key (city_code, cell)
);

-- ANALYTICS: warehouse_file says which Parquet files count; events in none of them are in listing_event
-- Both are read in one snapshot, so that every event is seen exactly once.

-- Distributed by property_id. Changes whose listing events are not collected yet. A row is written by the statement that records the
-- change, and deleted when its events are in listing_event. A watermark would miss changes, as they commit out of order.
create table listing_event_due (
  property_id uuid not null,
  revision_id uuid not null,
  -- A second change of a listing waits for the first to commit: for one listing positions follow the order of events.
  position bigint not null generated always as identity,
  primary key (property_id, revision_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index listing_event_due_position on listing_event_due (position);

-- Distributed by listing_id. Events that are in no closed file yet, each as a row of the file.
create table listing_event (
  listing_id uuid not null,
  revision_id uuid not null,
  month date not null,
  collected_at timestamptz not null,
  event json not null,
  primary key (listing_id, revision_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index listing_event_of_month on listing_event (month, collected_at);

-- Distributed by listing_id. The time of the last event of a listing, for the duration in the next one.
create table listing_last_event (
  listing_id uuid primary key,
  event_at timestamptz not null
) with (fillfactor = 70);

-- A reference table on Citus. A row is inserted before its file is written and deleted after the file, so a file without a row is
-- garbage. Live files are closed and not replaced.
create table warehouse_file (
  file_id uuid primary key,
  month date not null,
  started_at timestamptz not null,
  closed_at timestamptz,
  -- merged into a larger file; deleted later, as queries may still read it
  replaced_at timestamptz,
  event_count bigint,
  bytes bigint,
  first_event_at timestamptz,
  last_event_at timestamptz
);
-- One writer for each month at a time; deleting its row fences a writer that died.
create unique index warehouse_file_open on warehouse_file (month) where closed_at is null;

-- USAGE AND REQUEST RATE: distributed by account_id

create table usage_day (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  route text not null,
  channel text not null,
  route_type text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null default 0,
  primary key (account_id, day, api_key_id, route, channel)
);

-- Calls by second, for 40 days: for periods that begin or end within a day. The batch is in the key: one that is sent twice, as its
-- answer was lost, is not added twice.
create table usage_second (
  account_id uuid not null,
  at timestamptz not null,
  batch_id uuid not null,
  api_key_id uuid not null,
  route text not null,
  channel text not null,
  route_type text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null,
  primary key (account_id, at, batch_id, api_key_id, route, channel)
);
create index usage_second_by_age on usage_second using brin (at);

-- Days by key alone and by route alone: a report over a year for all keys reads a fifth of the rows. Written with usage_day in one
-- statement, so that all three have the same sum.
create table usage_day_key (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  channel text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null,
  primary key (account_id, day, api_key_id, channel)
) with (fillfactor = 70);
create table usage_day_route (
  account_id uuid not null,
  day date not null,
  route text not null,
  channel text not null,
  route_type text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null,
  primary key (account_id, day, route, channel)
) with (fillfactor = 70);

-- An account with a row is billed in credits.
create table account_credit (
  account_id uuid primary key,
  credits bigint not null check (credits >= 0)
) with (fillfactor = 50);

-- Requests granted to an account in the last minute, a count for each slot of one second. Unlogged: after a
-- crash of the database the count of one minute is lost, which harms nobody.
create unlogged table request_rate (
  account_id uuid primary key,
  slots bigint[] not null default '{}',
  counts integer[] not null default '{}'
) with (fillfactor = 50);

-- Grants up to `wanted` requests out of `permitted` per window, and takes back what an earlier grant left unused.
-- The row lock orders processes, so the sum over any sliding window stays within `permitted`. A request granted in slot s may be made at
-- any moment of s: it counts until slot s + window has passed.
-- At most an eighth of what is left is granted at once, so that near the limit no process starves another.
-- Slots further ahead than the window do not count: the clock of the server was set back since.
create function grant_requests(
  account uuid, wanted integer, permitted integer, window_slots integer,
  unused_slot bigint, unused integer,
  out granted integer, out free integer, out slot bigint, out slot_ends_in_ms double precision, out retry_slot bigint
) language plpgsql as $$
declare
  rate request_rate;
  now_epoch double precision;
  live_slots bigint[];
  live_counts integer[];
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
    into live_slots, live_counts, used
    from (
      select s, case when s = unused_slot then c - unused else c end as c
      from unnest(rate.slots, rate.counts) as counted (s, c)
      where s between slot - window_slots and slot + window_slots
    ) as live
    where c > 0;

  granted := greatest(0, least(wanted, greatest(1, (permitted - used) / 8), permitted - used));
  free := permitted - used - granted;
  if granted > 0 then
    if live_slots[cardinality(live_slots)] = slot then
      live_counts[cardinality(live_counts)] := live_counts[cardinality(live_counts)] + granted;
    else
      live_slots := live_slots || slot;
      live_counts := live_counts || granted;
    end if;
  end if;
  retry_slot := case when cardinality(live_slots) > 0 then live_slots[1] + window_slots + 1 else slot end;

  update request_rate set slots = live_slots, counts = live_counts where account_id = account;
end $$;

-- SIGN-IN: people, sessions and device grants; reference tables on Citus

create table person (
  person_id uuid primary key,
  account_id uuid not null references account,
  -- the key that usage of the console is counted for; nobody has its secret
  api_key_id uuid not null references api_key,
  -- the identity at the provider: the only one they are recognised by
  issuer text not null,
  subject text not null,
  -- from the provider, and only when verified there
  email text,
  name text,
  created_at timestamptz not null,
  last_signed_in_at timestamptz not null,
  unique (issuer, subject)
);
create index person_of_account on person (account_id);

-- Sign-ins in progress. The browser has a secret in a cookie, from which state, nonce and PKCE verifier are derived; here is its digest.
create table sign_in (
  digest bytea primary key,
  provider text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index sign_in_expires on sign_in (expires_at);

create table console_session (
  console_session_id uuid primary key,
  -- SHA-256 of the cookie
  digest bytea not null unique,
  person_id uuid not null references person,
  provider text not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index console_session_of_person on console_session (person_id, created_at);
create index console_session_expires on console_session (expires_at);

-- A program that requests a key, and the person who approves it (as in RFC 8628).
create table device_grant (
  device_grant_id uuid primary key,
  -- SHA-256 of the device code
  digest bytea not null unique,
  -- what the person types: short, valid for minutes
  user_code text not null unique,
  program text not null,
  ip_address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  person_id uuid references person,
  approved boolean,
  -- the key is created once, when the program polls after the approval
  key_issued_at timestamptz
);
create index device_grant_expires on device_grant (expires_at);
