-- Rows say nothing twice (docs/decisions/0074-narrow-rows.md): changes that repeat the events of their listings are
-- derived, and what statements read of a listing has columns. Rows of older releases are read as they are.
alter table property_change alter column changes drop not null;
alter table listing
  add column created_at timestamptz,
  add column updated_at timestamptz,
  add column publisher_id uuid,
  alter column state drop not null;
