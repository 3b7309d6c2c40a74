-- A price far from the one before it that one listing alone shows. Its move is raised at due_at, unless it is corrected before.
create table held_price (
  listing_id uuid primary key,
  -- When the price was first seen: a later price of the listing is another one.
  seen_at timestamptz not null,
  due_at timestamptz not null
);
create index held_price_due on held_price (due_at);
