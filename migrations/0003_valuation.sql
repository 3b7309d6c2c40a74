-- The asked price against the estimate, as a filter and a sort order.
alter table property_search add column valuation_deviation_percent double precision;
alter table property_search_history add column valuation_deviation_percent double precision;

-- One row a fit. The model in use is the newest of its market with status FITTED; a failed fit leaves it in use.
create table valuation_model (
  model_id uuid primary key,
  market text not null check (market in ('SALE', 'ASKING', 'RENT')),
  status text not null check (status in ('DUE', 'FITTING', 'FITTED', 'FAILED')),
  requested_at timestamptz not null,
  lease_until timestamptz,
  fitted_at timestamptz,
  window_from date,
  window_to date,
  rows integer,
  -- The error of the model on homes it had not seen: all, by class, type and place.
  accuracy json,
  index_levels json,
  failure text
);
create index valuation_model_market on valuation_model (market, status, fitted_at desc);
-- At most one fit of a market is waiting or running.
create unique index valuation_model_running on valuation_model (market) where status in ('DUE', 'FITTING');

-- The bytes of a model with its comparables, in parts that fit one message.
create table valuation_model_part (
  model_id uuid not null references valuation_model on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (model_id, part)
);

-- How far the worker has valued the change log of properties, and by which model.
create table valuation_progress (
  name text primary key,
  horizon text not null,
  model_id uuid,
  last_property_id uuid
);
