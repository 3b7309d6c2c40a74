import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Receiver, startReceiver } from '../faults/receiver.ts';
import { until } from '../faults/until.ts';
import { runGableToEnd } from '../support/gable.ts';
import { type RunningService, runService } from '../support/running-service.ts';

/** `npm run test:feed` feeds ten thousand, which takes a minute more. */
const ROWS = Number(process.env['NEWCOMER_ROWS'] ?? 400);
/** Listings are located, matched and recorded, beside three processes that start. */
const SLOW = { timeout: 900_000 };
const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/feeding.md'), 'utf8');

/** The code blocks of the guide in one language. */
const blocksOf = (language: string): string[] =>
  [...GUIDE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, text]) =>
    name === language ? [text ?? ''] : [],
  );

const CITIES = [
  ['Lyon', '69003'],
  ['Paris', '75011'],
  ['Bordeaux', '33000'],
  ['Nantes', '44000'],
  ['Lille', '59000'],
];

/** Rows as the agency of the guide exports them; one is sold, one has no URL, and one column is not mapped. */
function foreignRow(at: number): string {
  const [city, postalCode] = CITIES[at % CITIES.length] ?? ['Lyon', '69003'];
  const url = at === 17 ? 'néant' : `https://my-agency.example/annonces/${at}`;
  const area = 20 + (at % 140) + at / ROWS;
  const price = Math.round(area * (2_500 + (at % 37) * 60));
  const type = at % 3 === 0 ? 'Mais' : 'Appt';
  const state = at === 23 ? 'vendu' : 'en vente';
  const cells = [
    `A${at}`,
    url,
    type,
    `${price} €`,
    String(area).replace('.', ','),
    1 + (at % 6),
    city,
    postalCode,
  ];
  return [
    ...cells,
    `https://my-agency.example/${at}.jpg`,
    state,
    `note ${at}`,
    at % 2 === 0 ? 'Mme Durand' : '',
  ].join(';');
}

test('a newcomer feeds a foreign CSV by a mapping file and receives a verified webhook', SLOW, async (t) => {
  const service = await runService(t);
  const receiver = await startReceiver({ plain: true });
  t.after(() => receiver.close());
  const signingKey = await createAlert(t, service, receiver);
  const folder = service.settings['DATA_DIR'] ?? '';
  const [, mapping = ''] = blocksOf('json');
  const [head = ''] = (blocksOf('csv')[0] ?? '').split('\n');
  writeFileSync(join(folder, 'mapping.json'), mapping);
  const rows = Array.from({ length: ROWS }, (_, at) => foreignRow(at));
  writeFileSync(join(folder, 'annonces.csv'), `${head};Agent\n${rows.join('\n')}\n`);
  const commands = blocksOf('sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('gable ingest'))
    .map((line) => line.split(' ').slice(1));
  assert.equal(commands.length, 2);
  const [rehearsal, ingest] = commands.map((args) => () => runGableToEnd(t, args, service.settings));

  const tried = await rehearsal?.();
  assert.equal(tried?.code, 0, tried?.stderr);
  const records = (tried?.stdout ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(records.length, ROWS);
  assert.equal(records.filter((record) => 'rejected' in record).length, 1);
  assert.equal(records[23].kind, 'expired');
  assert.deepEqual(
    records[0].ignored.map(({ member }: { member: string }) => member),
    ['Agent'],
  );
  assert.equal(records[0].listing.location.city.name, 'Lyon');
  assert.match(tried?.stderr ?? '', /nothing was written/);

  const fed = await ingest?.();
  assert.equal(fed?.code, 0, fed?.stderr);
  // Every row has a word of its own, and every column that is not mapped too.
  const counts: Record<string, number> = Object.fromEntries(
    [...(fed?.stdout ?? '').matchAll(/(\w[\w ]*?) (\d+)(?:,|$)/gm)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  );
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    ROWS,
    fed?.stdout,
  );
  assert.equal(counts['rejected'], 1);
  assert.match(fed?.stderr ?? '', new RegExp(`Agent: ignored ${Math.ceil(ROWS / 2)} times|Agent: ignored`));
  assert.match(readFileSync(join(folder, 'annonces.csv.rejected.ndjson'), 'utf8'), /"line":19/);

  await until(() => receiver.requests.length > 0, { within: 120_000, what: () => 'a webhook' });
  const [request] = receiver.requests;
  const signed = createHmac('sha256', signingKey)
    .update(`${request?.headers['x-webhook-timestamp']}.`)
    .update(request?.body ?? '')
    .digest('hex');
  assert.equal(request?.headers['x-webhook-signature'], `sha256=${signed}`);
});

/** The account, its key and an alert, as the guide creates them; returns the signing key. */
async function createAlert(t: TestContext, service: RunningService, receiver: Receiver): Promise<string> {
  const created = await runGableToEnd(t, ['account', 'create', 'newcomer'], service.settings);
  assert.equal(created.code, 0, created.stderr);
  const made = await runGableToEnd(t, ['key', 'create', '--account', 'newcomer'], service.settings);
  const post = async (path: string, body: object) => {
    const answer = await service.call(path, {
      as: made.stdout.trim(),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201, path);
    return (await answer.json()) as { id: string; signingKey: string };
  };
  const destination = await post('/account/event-destinations', { url: receiver.url });
  await post('/alerts', {
    name: 'Flats',
    criteria: { property: { type: { in: ['FLAT'] } } },
    notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }] },
    notificationDestination: { eventDestination: destination.id },
  });
  return destination.signingKey;
}
