-- Homes off the market and those with incoherent prices are counted and ordered from indexes alone: rows are wide, and
-- each had to be read for its visibility (1.8 s for the cheapest flats off the market, of 1,000,000 homes). So are the
-- amenities of a kind of home, the cheapest by area and the days of creation. While they are built no property is
-- recorded.
drop index property_search_hidden;
create index property_search_gone on property_search (updated_at desc, property_id desc)
  include (transaction_type, type) where expired and listings_price_coherent;

drop index property_search_hidden_subregion;
create index property_search_gone_subregion on property_search (subregion_code)
  include (transaction_type, type, updated_at, property_id) where expired and listings_price_coherent;

drop index property_search_hidden_price;
create index property_search_gone_price on property_search (pricing_displayed, property_id)
  include (transaction_type, type) where expired and listings_price_coherent;

drop index property_search_incoherent;
create index property_search_incoherent on property_search (updated_at desc, property_id desc)
  include (expired, city_code, subregion_code) where not listings_price_coherent;

drop index property_search_kind;
create index property_search_kind on property_search (transaction_type, type, updated_at desc, property_id desc)
  include (region_code, pricing_displayed, areas_displayed, unit_rooms, unit_features, amenities_features, publisher_type)
  where not expired and listings_price_coherent;

-- Kinds of homes are counted from a narrow index.
create index property_search_kinds on property_search (transaction_type, type)
  where not expired and listings_price_coherent;

drop index property_search_price_per_area;
create index property_search_price_per_area on property_search (pricing_price_per_area, property_id)
  include (transaction_type, type) where not expired and listings_price_coherent;

drop index property_search_created;
create index property_search_created on property_search (created_at) include (expired) where listings_price_coherent;
