-- Search. The columns from country_code on are those of src/criteria/columns.ts, one or more a filter: a test holds them to the
-- catalogue. They are written in the statement that writes the property. Everything here is distributed by property_id; the secrets
-- of the service are a reference table.

create table property_search (
  property_id uuid primary key,
  -- which columns the row was made for: a change of the catalogue makes it again
  layout integer not null,
  -- since when it has stood where it stands in every order; -infinity when it has never stood elsewhere
  placed_at timestamptz not null,
  -- the codes of the divisions it lies in, one a level: what a btree can find, where division_codes takes a bitmap
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
  changes_occurred_at timestamptz[] not null
);

-- Indexes. Nearly every search is of what is on the market, hence the partial ones; they carry what is asked for most, so that a count
-- reads the index alone. Server CPU for page and count together at 100,000 properties, of which 60,000 are on the market:

-- in order of the content clock: any search that finds plenty walks it (anything at all: 0.1 ms the page, 6 its count up to 10,000)
create index property_search_newest on property_search (updated_at desc, property_id desc)
  where not expired and listings_price_coherent;
-- whole-country searches of a kind, and "changed since" (2.3 ms with a kind of publisher, 19 without publisher_type beside)
create index property_search_kind on property_search (transaction_type, type, updated_at desc, property_id desc)
  include (region_code, pricing_displayed, areas_displayed, unit_rooms, unit_features, publisher_type)
  where not expired and listings_price_coherent;
-- place × transaction × type, one a level (0.8 to 1.1 ms; the bitmap over division_codes takes several times as long). Without a place
-- the planner skips through the first column.
create index property_search_subregion on property_search (subregion_code, transaction_type, type)
  include (updated_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent;
create index property_search_city on property_search (city_code, transaction_type, type)
  include (updated_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent;
create index property_search_district on property_search (district_code, transaction_type, type)
  include (updated_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent and district_code is not null;
-- groups, neighbourhoods, codes of several levels at once; also of what has left the market
create index property_search_divisions on property_search using gin (division_codes);
-- what has left the market, and prices nobody believes
create index property_search_hidden on property_search (updated_at desc, property_id desc)
  where expired or not listings_price_coherent;
-- circles and shapes
create index property_search_point on property_search using gist (point(longitude, latitude))
  include (longitude, latitude, space_x, space_y, space_z, transaction_type, type, pricing_displayed, areas_displayed, unit_rooms,
           unit_features, updated_at, property_id)
  where not expired and listings_price_coherent;
-- an advertisement by its address, a publisher by its reference
create index property_search_urls on property_search using gin (listings_url);
create index property_search_references on property_search using gin (publisher_references);
-- a kind up to a price: houses with a garden in the whole country took 46 ms without it, 21 with it (a million properties)
create index property_search_price on property_search (transaction_type, type, pricing_displayed)
  include (areas_displayed, unit_rooms, unit_features, updated_at, property_id)
  where not expired and listings_price_coherent;

-- Texts stand apart: most changes leave them alone, and their index is the costliest to write.
create table property_search_words (
  property_id uuid primary key,
  -- on the market and at a price one may believe: nearly every search asks for these alone
  visible boolean not null,
  body_title text,
  body_description text
);

create index property_search_title on property_search_words using gin (string_to_array(body_title, ' ')) where visible;
create index property_search_description on property_search_words using gin (string_to_array(body_description, ' ')) where visible;
-- What the planner knows of the words. Those it gathers for an index it does not use when the index is partial: it then took "cuisine
-- équipée", in every fourth advert, for rarer than a city, and a phrase in a city took a minute instead of 2 ms (a million properties).
create statistics property_search_title_words on (string_to_array(body_title, ' ')) from property_search_words;
create statistics property_search_description_words on (string_to_array(body_description, ' ')) from property_search_words;

-- Where rows stood before they moved, kept as long as a walk by cursor may go on: it follows the order of the moment it began.
create table property_search_past (
  property_id uuid not null,
  placed_at timestamptz not null,
  replaced_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  pricing_displayed double precision,
  areas_displayed double precision,
  pricing_price_per_area double precision,
  primary key (property_id, replaced_at)
);
create index property_search_past_newest on property_search_past (updated_at, property_id);
create index property_search_past_replaced on property_search_past (replaced_at);

-- Secrets of the service itself, made by whoever needs one first.
create table service_secret (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null
);
