-- A pull that an operator asked for, and the reasons of rejected records with examples.
alter table feed add column pull_requested_at timestamptz;
alter table feed_run add column rejection_reasons jsonb not null default '[]';
