import type { OpenDatabase } from '../../db/pool.ts';
import type { PairExplanation } from '../../identity/explain.ts';
import type { ListingFeature } from '../../identity/feature.ts';
import type { Pipeline } from '../../ingest/pipeline.ts';
import { systemClock } from '../../lib/clock.ts';
import { listingIdFromUrl } from '../../lib/ids.ts';
import { type Command, CommandError, type CommandInput } from '../command.ts';
import { print } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const createPipeline = async (db: OpenDatabase) =>
  (await import('../service-pipeline.ts')).createServicePipeline(db, systemClock);

function parseListingUrl(url: string | undefined): string {
  const id = listingIdFromUrl(url ?? '');
  if (id === undefined) throw new CommandError(`${url} is not a URL`);
  return id;
}

/** Both listings must be known: an override for an unknown listing would be stored without effect. */
async function findPair(
  store: ReturnType<Pipeline['openIdentity']>['store'],
  urls: readonly string[],
): Promise<[ListingFeature, ListingFeature]> {
  const [one, other] = await Promise.all(
    urls.map(async (url) => {
      const feature = await store.feature(parseListingUrl(url));
      if (feature === undefined) throw new CommandError(`${url} is not a known listing`);
      return feature;
    }),
  );
  if (one === undefined || other === undefined || one.listingId === other.listingId)
    throw new CommandError('both URLs are of the same listing');
  return [one, other];
}

async function exportGroups(db: OpenDatabase): Promise<void> {
  const { scanGroupedListings } = await import('../../properties/groups.ts');
  for await (const { url, propertyId, priceCoherent } of scanGroupedListings(db)) {
    print(JSON.stringify({ url, propertyId, priceCoherent }));
  }
}

async function explain(db: OpenDatabase, { positionals }: CommandInput): Promise<void> {
  const { pairZoneSize } = await import('../../identity/decide.ts');
  const { explainPair } = await import('../../identity/explain.ts');
  const { ATTACH_MIN_BITS, UNCONTESTED_MIN_BITS } = await import('../../identity/thresholds.ts');
  const pipeline = await createPipeline(db);
  await pipeline.recountZones(pipeline.clock.now(), 0);
  const { store, scorer, zones } = pipeline.openIdentity(db);
  const [one, other] = await findPair(store, positionals);
  const [first, second] = one.listingId < other.listingId ? [one, other] : [other, one];
  const { score, veto, ...evidence } = scorer.evidence(first, second, pairZoneSize(first, second, zones));
  print(
    `score ${score.toFixed(2)} (linked from ${ATTACH_MIN_BITS} bits, or from ${UNCONTESTED_MIN_BITS.attach} without a close rival)${veto === undefined ? '' : `, vetoed by: ${veto}`}`,
  );
  print(JSON.stringify(evidence, null, 2));
  const clusterEvidence = await explainPair(
    { store, scorer, zones },
    [one.listingId, other.listingId],
    systemClock.now(),
  );
  if (clusterEvidence !== undefined) printEvidence(clusterEvidence);
  for (const [at, { listingId }] of [one, other].entries())
    await printPrice(db, positionals[at] ?? '', listingId);
}

async function printPrice(db: OpenDatabase, url: string, listingId: string): Promise<void> {
  const { explainPrice } = await import('../../properties/explain-prices.ts');
  const explained = await explainPrice(db, listingId);
  if (explained === undefined) return;
  const { priceCoherent, reason, area } = explained;
  const verdict =
    priceCoherent === undefined ? 'not assessed' : priceCoherent ? 'coherent' : 'incoherent, hidden';
  print(`price of ${url}: ${verdict} (${reason})${area === undefined ? '' : `; area ${area}`}`);
}

function printEvidence({ within, sizes, score, apart, facts }: PairExplanation): void {
  const between = within
    ? `of the first with the other ${sizes[1]} of their property`
    : `of their properties, ${sizes[0]} and ${sizes[1]} listings`;
  print(
    `cluster score ${score.toFixed(2)} ${between}${apart ? ', cannot link' : ''}: bits over all pairs with evidence`,
  );
  for (const [name, { pairs, mean, least, most }] of Object.entries(facts))
    print(`  ${name.padEnd(14)} ${mean} (${least} to ${most}, ${pairs} ${pairs === 1 ? 'pair' : 'pairs'})`);
}

const override =
  (action: 'merge' | 'split') =>
  async (db: OpenDatabase, { positionals }: CommandInput) => {
    const { decideGrouping } = await import('../../ingest/group-decisions.ts');
    const pipeline = await createPipeline(db);
    const [one, other] = await findPair(pipeline.openIdentity(db).store, positionals);
    const request = { action, listings: [one.listingId], others: [other.listingId] };
    const answer = await decideGrouping(pipeline, request, null);
    const home =
      'homes' in answer ? answer.homes.find(({ listingId }) => listingId === other.listingId) : undefined;
    if (home === undefined) throw new CommandError(`${positionals[1]} is not a known listing`);
    print(`${positionals[1]} belongs to ${home.propertyId}`);
  };

const command = (
  definition: Omit<Command, 'run'>,
  act: (db: OpenDatabase, given: CommandInput) => Promise<void>,
): Command => ({
  ...definition,
  run: (given) => withDatabase(given.settings, (db) => act(db, given)),
});

export const groupCommands: Command[] = [
  command(
    {
      words: 'groups export',
      usage: '',
      summary: 'print the property of every listing',
      help: ['One JSON object a line: url, propertyId, priceCoherent (null while unknown).'],
    },
    exportGroups,
  ),
  command(
    {
      words: 'groups explain',
      usage: 'URL URL',
      summary: 'explain why two listings are one property, or are not',
      help: [
        'Prints the score of the pair, its evidence and vetoes; then the deciding score of their two clusters, or within',
        'one cluster of the first listing against the rest, fact by fact. Last the price verdict of each, with its reason.',
      ],
      positionals: ['URL', 'URL'],
    },
    explain,
  ),
  command(
    {
      words: 'groups merge',
      usage: 'URL URL',
      summary: 'link two listings permanently: they are one property',
      help: [
        'Overrides the model, also future ones. The older property id stays; the other id redirects to it.',
      ],
      positionals: ['URL', 'URL'],
    },
    override('merge'),
  ),
  command(
    {
      words: 'groups split',
      usage: 'URL URL',
      summary: 'separate two listings permanently: they are different properties',
      help: ['Overrides the model, also future ones. A merged property gets its former id back.'],
      positionals: ['URL', 'URL'],
    },
    override('split'),
  ),
];
