import { fetchAlerts } from './alerts.ts';
import { fetchDeliveryLines } from './deliveries.ts';
import { fetchApiKeys } from './keys.ts';
import { fetchBinRequests, fetchRequestBin } from './request-bin.ts';

/** What a newcomer has done, as the service knows it. */
export interface FirstSteps {
  readonly key: boolean;
  readonly call: boolean;
  readonly alert: boolean;
  readonly webhook: boolean;
}

/** A webhook is verified by the request bin, or accepted by a receiver, which verifies it itself. */
async function hasVerifiedWebhook(signal: AbortSignal): Promise<boolean> {
  const accepted = await fetchDeliveryLines({ status: 'DELIVERED' }, signal);
  if ((await fetchRequestBin(signal)) === null) return accepted.length > 0;
  const received = await fetchBinRequests(1, signal);
  return (
    accepted.length > 0 ||
    received.some(({ headers, expectedSignature }) => headers['X-Webhook-Signature'] === expectedSignature)
  );
}

export async function fetchFirstSteps(signal: AbortSignal): Promise<FirstSteps> {
  const [keys, alerts, webhook] = await Promise.all([
    fetchApiKeys(1, signal),
    fetchAlerts(1, signal),
    hasVerifiedWebhook(signal),
  ]);
  return {
    key: keys.some(({ revokedAt }) => revokedAt === null),
    call: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
    alert: alerts.length > 0,
    webhook,
  };
}
