import { checkWebhookUrl, type DeliveryContext } from '../delivery/destinations/webhook-url.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { isUuid } from '../lib/uuid.ts';
import { findUnknownPlaces } from '../properties/search.ts';
import type { AlertRequest } from './alert-request.ts';
import type { AlertChange } from './alerts.ts';

/** The change that a request asks for, once its places and its destination are known to be valid. */
export async function resolveAlertRequest(
  { places, delivery }: { places: PlaceService; delivery: DeliveryContext },
  { change, mentions, destination }: AlertRequest,
): Promise<{ change: AlertRequest['change'] } | { faults: RequestFault[] }> {
  const unknown = await findUnknownPlaces(places, mentions);
  if (unknown.length > 0) return { faults: unknown };
  const resolved = parseDestination(destination, delivery);
  if ('fault' in resolved) return { faults: [resolved.fault] };
  return {
    change: { ...change, ...(resolved.destination !== undefined && { destination: resolved.destination }) },
  };
}

const destinationFault = (member: string, message: string, code: string): RequestFault =>
  ruleFault(`notificationDestination.${member}`, message, code);

export const unknownDestination: RequestFault = destinationFault(
  'eventDestination',
  'The account has no such destination.',
  'unknown_destination',
);

function parseDestination(
  sent: AlertRequest['destination'],
  delivery: DeliveryContext,
): { destination: AlertChange['destination'] } | { fault: RequestFault } {
  if (sent === undefined || sent === null) return { destination: sent };
  if (sent.webhookUrl !== undefined) {
    const target = checkWebhookUrl(sent.webhookUrl, delivery);
    return target.ok
      ? { destination: { webhookUrl: target.url } }
      : { fault: destinationFault('webhookUrl', `The URL ${target.fault}.`, 'address_not_allowed') };
  }
  const named = sent.eventDestination ?? '';
  if (named.startsWith('mailto:'))
    return { destination: { sendsTo: { url: null, email: named.slice('mailto:'.length) } } };
  if (/^https?:/.test(named)) return { destination: { sendsTo: { url: named, email: null } } };
  const id = named.slice(named.lastIndexOf('/') + 1);
  return isUuid(id) ? { destination: { destinationId: id } } : { fault: unknownDestination };
}
