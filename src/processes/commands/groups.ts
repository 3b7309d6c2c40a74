import type { OpenDatabase } from '../../db/pool.ts';
import type { PairExplanation } from '../../identity/explain.ts';
import type { ListingFeature } from '../../identity/feature.ts';
import type { Pipeline } from '../../ingest/pipeline.ts';
import { systemClock } from '../../lib/clock.ts';
import { listingIdFromUrl } from '../../lib/listing-url.ts';
import { type Command, CommandError, type CommandInput } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const createPipeline = async (db: OpenDatabase) =>
  (await import('../service-pipeline.ts')).createServicePipeline(db, systemClock);

function parseListingUrl(url: string | undefined): string {
  const id = listingIdFromUrl(url ?? '');
  if (id === undefined) throw new CommandError(`${url} is not an address of the web`);
  return id;
}

/** Two listings that identity knows; a word on one that was never seen would be kept and do nothing. */
async function findPair(
  store: ReturnType<Pipeline['openIdentity']>['store'],
  urls: readonly string[],
): Promise<[ListingFeature, ListingFeature]> {
  const [one, other] = await Promise.all(
    urls.map(async (url) => {
      const feature = await store.feature(parseListingUrl(url));
      if (feature === undefined) throw new CommandError(`${url} was never seen`);
      return feature;
    }),
  );
  if (one === undefined || other === undefined || one.listingId === other.listingId)
    throw new CommandError('the two addresses are of one listing');
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
    `score ${score.toFixed(2)} (together from ${ATTACH_MIN_BITS} on, from ${UNCONTESTED_MIN_BITS.attach} on where nothing else is as like)${veto === undefined ? '' : `, kept apart by: ${veto}`}`,
  );
  print(JSON.stringify(evidence, null, 2));
  const bond = await explainPair(
    { store, scorer, zones },
    [one.listingId, other.listingId],
    systemClock.now(),
  );
  if (bond !== undefined) printEvidence(bond);
}

function printEvidence({ within, sizes, score, apart, facts }: PairExplanation): void {
  const between = within
    ? `of the first with the other ${sizes[1]} of their property`
    : `of their properties, ${sizes[0]} and ${sizes[1]} listings`;
  print(
    `bond ${score.toFixed(2)} ${between}${apart ? ', kept apart' : ''}: in bits, over all pairs that answer`,
  );
  for (const [name, { pairs, mean, least, most }] of Object.entries(facts))
    print(`  ${name.padEnd(14)} ${mean} (${least} to ${most}, ${pairs} ${pairs === 1 ? 'pair' : 'pairs'})`);
}

const say =
  (together: boolean) =>
  async (db: OpenDatabase, { positionals }: CommandInput) => {
    const { applyManualOverride } = await import('../../ingest/reassign.ts');
    const pipeline = await createPipeline(db);
    const [one, other] = await findPair(pipeline.openIdentity(db).store, positionals);
    const decision = await applyManualOverride(pipeline, one.listingId, other.listingId, together);
    if (decision === undefined) throw new CommandError(`${positionals[1]} was never seen`);
    print(`${positionals[1]} belongs to ${decision.propertyId}`);
  };

const command = (
  told: Omit<Command, 'run'>,
  act: (db: OpenDatabase, given: CommandInput) => Promise<void>,
): Command => ({
  ...told,
  run: (given) => withDatabase(given.settings, (db) => act(db, given)),
});

export const groupCommands: Command[] = [
  command(
    {
      words: 'groups export',
      usage: '',
      summary: 'print which property every listing belongs to',
      help: ['One JSON object a line: url, propertyId, priceCoherent (null while it cannot be told).'],
    },
    exportGroups,
  ),
  command(
    {
      words: 'groups explain',
      usage: 'URL URL',
      summary: 'show why two listings are one home, or are not',
      help: [
        'Prints the score of the two, what speaks for and against, and what keeps them apart whatever the score;',
        'then the bond that decides: that of their two groups, or within one group that of the first with the rest, fact by fact.',
      ],
      positionals: ['URL', 'URL'],
    },
    explain,
  ),
  command(
    {
      words: 'groups merge',
      usage: 'URL URL',
      summary: 'say for good that two listings show one home',
      help: ['Outlives every model. The older property id survives, the other goes on answering for it.'],
      positionals: ['URL', 'URL'],
    },
    say(true),
  ),
  command(
    {
      words: 'groups split',
      usage: 'URL URL',
      summary: 'say for good that two listings show different homes',
      help: ['Outlives every model. A property that was merged in takes its former id back.'],
      positionals: ['URL', 'URL'],
    },
    say(false),
  ),
];
