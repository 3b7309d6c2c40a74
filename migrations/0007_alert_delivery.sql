-- When an alert notifies: null is at once.
alter table alert add column delivery json;

-- Events that wait for the digest of their alert, and those that are in one.
create table alert_digest_entry (
  account_id uuid not null,
  alert_event_id uuid not null,
  alert_id uuid not null,
  event_type text not null,
  property_id uuid not null,
  listing_id uuid,
  price json,
  due_at timestamptz not null,
  event_notification_id uuid,
  created_at timestamptz not null,
  primary key (account_id, alert_event_id)
);
create index alert_digest_entry_due on alert_digest_entry (due_at) where event_notification_id is null;

-- The events of a digest, as they are sent. The notification is that of its first event.
create table notification_digest (
  account_id uuid not null,
  event_notification_id uuid not null,
  language text not null,
  events json not null,
  primary key (account_id, event_notification_id)
);
