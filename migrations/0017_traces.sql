-- The trace that a change and its notifications belong to, as a W3C traceparent of 55 characters. Null unless the
-- writer was traced: then a row is as long as before.
alter table property_change add column traceparent text;
alter table event_notification add column traceparent text;

create or replace function claimed_notification(n event_notification, probe boolean) returns json language sql stable as $$
  select json_build_object(
    'accountId', n.account_id, 'id', n.event_notification_id, 'eventId', n.alert_event_id, 'kind', n.kind, 'eventType', n.event_type,
    'alertId', n.alert_id, 'alertName', n.alert_name, 'propertyId', n.property_id, 'listingId', n.listing_id, 'price', n.price,
    'channel', n.channel, 'destinationId', n.event_destination_id, 'address', n.destination_address, 'claim', n.claim_id,
    'attempt', n.attempt_number, 'failedAttempts', n.failed_attempts, 'internalFailures', n.internal_failures, 'lane', n.lane,
    'statusBefore', n.status_before, 'sequence', n.sequence, 'probe', probe, 'traceparent', n.traceparent)
$$;
