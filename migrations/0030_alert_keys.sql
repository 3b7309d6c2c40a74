-- A key that reads, and changes alerts, destinations and favorites only. It is also read_only, so that a process of the
-- former release refuses it every change.
alter table api_key add column writes_alerts boolean not null default false;
alter table api_key add constraint api_key_alerts check (not writes_alerts or (read_only and not operator));
