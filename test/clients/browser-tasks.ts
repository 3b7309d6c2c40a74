export interface TaskOptions {
  key: string;
  url: string;
  maxAttempts: number;
  /** A webhook as the service sends it, and its key. */
  webhook: { body: string; headers: Record<string, string>; signingKey: string };
}

/** Runs in the page: it may use nothing of this file but its argument. */
export async function runTasks({ key, url, maxAttempts, webhook }: TaskOptions) {
  const path = '/client/index.js';
  const {
    createClient,
    GableError,
    verifyWebhook,
    where,
  }: typeof import('../../clients/typescript/src/index.ts') = await import(path);
  const gable = createClient({ key, url, retry: { maxAttempts } });
  const criteria = where.property.type.in('FLAT');
  const ids: string[] = [];
  for await (const { id } of gable.searchProperties.each({ criteria, size: 2 })) ids.push(id);
  const [place] = await gable.autocompletePlaces({ query: 'lyon' });
  const alert = await gable.createAlert({
    name: 'From a page',
    criteria,
    notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }] },
    notificationDestination: { webhookUrl: 'https://hooks.example.org/gable' },
  });
  let followed = '';
  const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
  for await (const { propertyId } of gable.changes({ since })) {
    followed = propertyId;
    break;
  }
  const wrong = createClient({ key: 'gbl_live_wrong', url });
  const error: unknown = await wrong.listAlerts().catch((thrown) => thrown);
  if (!(error instanceof GableError)) throw error;
  const { eventType } = await verifyWebhook(
    { body: webhook.body, headers: webhook.headers },
    webhook.signingKey,
  );
  return {
    ids,
    followed,
    place: place?.name,
    alert: alert.name,
    refused: `${error.status} ${error.problem.title}`,
    requestId: error.requestId !== undefined,
    eventType,
  };
}
