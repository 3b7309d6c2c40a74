-- What appeared in some days is counted with what left the market since (rehearsals and forecasts of alerts): by the index
-- of homes on the market alone, all others were read, 2.0 s of 1,000,000. While it is built no property is recorded.
drop index property_search_created;
create index property_search_created on property_search (created_at) where listings_price_coherent;
