-- Properties whose prices are to be judged again, since a median moved. A stop of the worker no longer forgets them.
create table price_assessment_due (
  property_id uuid primary key
);
-- What an earlier release may have forgotten: prices on the market without a verdict.
insert into price_assessment_due
select distinct market_sample.property_id from market_sample join listing using (listing_id)
where listing.price_coherent is null;
-- When all medians of a market were last brought up to date, in its one row. The newest median was taken for that before: medians
-- that a stop left out were out of date until one of their prices changed.
create table market_refresh (
  name text primary key check (name = 'medians'),
  done_at timestamptz not null
);
