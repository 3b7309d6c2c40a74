-- What a fit has finished, so that another worker continues it. Without the stage 'market' the others are worth nothing.
create table valuation_fit_stage (
  model_id uuid not null references valuation_model on delete cascade,
  stage text not null,
  part integer not null,
  bytes bytea not null,
  primary key (model_id, stage, part)
);

-- When comparables were removed from a model after its fit: who has it loaded loads it again.
alter table valuation_model add column revised_at timestamptz;

-- The properties that showed a removed listing: a model made of their prices is written again without them.
alter table removed_listing add column property_ids uuid[] not null default '{}';
