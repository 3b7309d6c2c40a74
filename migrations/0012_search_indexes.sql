-- Conditions that few properties meet, over a whole country. Each index has one column: the server intersects them.
-- While they are built no property is recorded.
create index property_search_floor on property_search (unit_floor)
  where not expired and listings_price_coherent and unit_floor is not null;
create index property_search_energy on property_search (energy_consumption_rating)
  where not expired and listings_price_coherent and energy_consumption_rating is not null;
create index property_search_built on property_search (building_construction_year)
  where not expired and listings_price_coherent and building_construction_year is not null;
create index property_search_accuracy on property_search (location_accuracy)
  where not expired and listings_price_coherent;
create index property_search_rooms on property_search (unit_rooms) where not expired and listings_price_coherent;

-- The same, and orders of the whole country.
create index property_search_displayed on property_search (pricing_displayed)
  where not expired and listings_price_coherent;
create index property_search_price_per_area on property_search (pricing_price_per_area)
  where not expired and listings_price_coherent;
create index property_search_area on property_search (areas_displayed) where not expired and listings_price_coherent;
create index property_search_created on property_search (created_at) where not expired and listings_price_coherent;

-- What left the market or is hidden, by place and by price.
create index property_search_hidden_subregion on property_search (subregion_code)
  where expired or not listings_price_coherent;
create index property_search_hidden_city on property_search (city_code) where expired or not listings_price_coherent;
create index property_search_hidden_price on property_search (pricing_displayed)
  where expired or not listings_price_coherent;
create index property_search_incoherent on property_search (updated_at desc, property_id desc)
  where not listings_price_coherent;

-- The values of a column that has several in one element. `array_to_string` is immutable for texts.
create function split_values(text[]) returns text[] language sql immutable strict parallel safe as
  $$ select string_to_array(array_to_string($1, e'\x1f'), e'\x1f') $$;

-- One index for lists of few different values: 14 bytes a property for six columns. From its statistics the planner
-- knows how many properties a source has.
create index property_search_lists on property_search using gin (
  postal_codes, split_values(listings_sources), publisher_type, publisher_mandate, listings_marketing_urgent,
  changes_attribute) where not expired and listings_price_coherent;

-- The largest price drop.
create function lowest_value(double precision[]) returns double precision language sql immutable strict parallel safe as
  $$ select min(value) from unnest($1) as value $$;
create index property_search_drop on property_search (lowest_value(changes_variation_percent))
  where not expired and listings_price_coherent and lowest_value(changes_variation_percent) is not null;

-- URLs by their digests: the index of the texts took 337 bytes a property.
create function digest_values(text[]) returns integer[] language sql immutable strict parallel safe as
  $$ select array_agg(('x' || left(md5(value), 8))::bit(32)::integer) from unnest($1) as value $$;
drop index property_search_urls;
create index property_search_urls on property_search using gin (digest_values(listings_url));

-- The planner expects the values of the new expressions from the start.
analyze property_search;
