-- Who decided that listings are one home or several, what it moved, and which overrides an undo puts back.
create table grouping_decision (
  decision_id uuid primary key,
  action text not null check (action in ('merge', 'split', 'undo')),
  listing_ids uuid[] not null,
  other_ids uuid[] not null,
  undone_id uuid,
  former_overrides json not null,
  moves json not null,
  person_id uuid,
  decided_at timestamptz not null
);
create index grouping_decision_latest on grouping_decision (decided_at desc, decision_id);
create index grouping_decision_of_listing on grouping_decision using gin ((listing_ids || other_ids));
-- The decision that an override comes from: one that no override has any more cannot be undone.
alter table listing_override add column decision_id uuid;
