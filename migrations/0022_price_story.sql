-- The filter on the difference between the prices of a property's adverts.
alter table property_search add column pricing_spread_percent double precision;

-- By which rules `changes` of a property was recorded: 1 is before the price story. `gable properties recompute-changes` brings every
-- property to 2. What is recorded from now on begins there; the column is added with the older number first, so that no row is rewritten.
alter table property add column changes_rules smallint not null default 1;
alter table property alter column changes_rules set default 2;
