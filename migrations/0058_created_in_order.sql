-- Homes by their creation are read from indexes alone, those of a place too: the rows of one day or department are far apart
-- in so wide a table. While they are built no property is recorded.
drop index property_search_created;
create index property_search_created on property_search (created_at, property_id) include (updated_at)
  where not expired and listings_price_coherent;
create index property_search_gone_created on property_search (created_at) where expired and listings_price_coherent;

drop index property_search_subregion;
create index property_search_subregion on property_search (subregion_code, transaction_type, type)
  include (updated_at, created_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent;

drop index property_search_city;
create index property_search_city on property_search (city_code, transaction_type, type)
  include (updated_at, created_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent;

drop index property_search_district;
create index property_search_district on property_search (district_code, transaction_type, type)
  include (updated_at, created_at, property_id, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features_denied)
  where not expired and listings_price_coherent and district_code is not null;

-- The newest of a price by area, too.
drop index property_search_price_per_area;
create index property_search_price_per_area on property_search (pricing_price_per_area, property_id)
  include (transaction_type, type, updated_at) where not expired and listings_price_coherent;
