import { type Static, Type } from 'typebox';
import { validator } from '../../api/parse/validator.ts';
import { type Fault, faultsProblem } from '../../api/problem.ts';
import {
  readTransactionSearch,
  type TransactionSearchBody,
  transactionSearchSchema,
} from '../../api/routes/transaction-search-body.ts';
import { type FoundTransactions, findTransactions } from '../../api/routes/transactions.ts';
import type { Transaction } from '../../transactions/transaction.ts';
import { locateCities } from '../asked.ts';
import type { Located } from '../locations.ts';
import { cursor, type Next, nextByCursor, nextLine } from '../next.ts';
import { idsByLevel } from '../places-by-level.ts';
import { plainMembers } from '../question.ts';
import { budgetOf, costOf, fitted, fullest, shortened, type Told } from '../told.ts';
import { closed, maxTokens, orNull, READS, type ToolCall, tool } from '../tool.ts';
import { locatedLine, locatedSchema, locatedTold } from './places-told.ts';

const DEFAULT_SALES = 20;
const CENTS = 100;
const MAX_ADDRESS_CHARS = 80;

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const { city, type, priceMin, priceMax, areaMin, areaMax } = plainMembers;
const input = Type.Object(
  {
    ...{ city, type, priceMin, priceMax, areaMin, areaMax },
    after: day('Sold on this day or later, as 2025-01-31.'),
    before: day('Sold on this day or earlier.'),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_SALES })),
    cursor,
    maxTokens,
  },
  closed,
);
type Args = Static<typeof input>;

const sale = Type.Object(
  {
    id: Type.String(),
    date: Type.String(),
    type: Type.String(),
    nature: Type.String(),
    price: orNull(Type.Number(), 'Of the whole sale, in its currency.'),
    currency: Type.String(),
    pricePerSqm: orNull(Type.Number(), 'Of homes sold alone.'),
    livingArea: orNull(Type.Number(), 'm²'),
    landArea: orNull(Type.Number(), 'm²'),
    rooms: orNull(Type.Number(), 'Main rooms.'),
    address: orNull(Type.String(), 'Number and street.'),
  },
  closed,
);
type Sold = Static<typeof sale>;

export const closedSalesTool = tool({
  name: 'closed_sales',
  title: 'Search closed sales',
  description:
    'Sales that were registered, newest first: what homes and land really sold for, with date, area and address. Give `city` as plain names of municipalities, districts or neighbourhoods. Beside market_statistics, which tells asking prices. Free of credits.',
  hints: READS,
  routeType: 'read',
  input,
  output: Type.Object(
    {
      places: Type.Array(locatedSchema),
      sales: Type.Array(sale),
      next: nextByCursor,
    },
    closed,
  ),
  async run(call, args) {
    const places = await locateCities(call.places, args.city ?? []);
    const budget = budgetOf(args);
    const found = await find(call, args, places, args.limit ?? DEFAULT_SALES);
    const around = costOf(tell(places, found, [])) <= budget / 2 ? places : [];
    const lines = found.data.map(soldOf);
    const { told, shown } = fitted(lines, budget, (some) => tell(around, found, some), briefSold);
    if (shown === lines.length) return told;
    return fewerTold(shown, budget, async (count) => {
      const fewer = await find(call, args, places, count);
      return (row) => tell(around, fewer, fewer.data.map(soldOf).map(row));
    });
  },
});

/** Asked again with fewer, so that the cursor stands behind what is shown; a last page gains one by that, which takes room too. */
async function fewerTold(
  most: number,
  budget: number,
  ask: (count: number) => Promise<(form: (row: Sold) => Sold) => Told>,
): Promise<Told> {
  for (let count = most; ; count--) {
    const tellAs = await ask(count);
    const told = fullest(budget, [() => tellAs((row) => row), () => tellAs(briefSold)]);
    if (count === 1 || costOf(told) <= budget) return told;
  }
}

function find(
  call: ToolCall,
  args: Args,
  places: readonly Located[],
  size: number,
): Promise<FoundTransactions> {
  const json = {
    ...(args.after !== undefined || args.before !== undefined
      ? { dateMutation: known({ after: args.after, before: args.before }) }
      : {}),
    ...(args.type && { propertyType: args.type }),
    ...range('priceAmount', inCents(args.priceMin), inCents(args.priceMax)),
    ...range('livingArea', args.areaMin, args.areaMax),
    ...idsByLevel(places),
    page: { size, ...(args.cursor !== undefined && { cursor: args.cursor }) },
  };
  const faults = validator(transactionSearchSchema)(json);
  const read = readTransactionSearch(json);
  const all = 'faults' in read ? [...faults, ...read.faults] : faults;
  if (all.length > 0 || 'faults' in read) throw faultsProblem(all.map(renamed));
  const { accountId } = call.caller;
  return findTransactions({
    db: call.db,
    reads: call.reads,
    accountId,
    body: read.value as TransactionSearchBody,
  });
}

const inCents = (price: number | undefined): number | undefined =>
  price === undefined ? undefined : Math.round(price * CENTS);
const known = (members: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
const range = (name: string, gte: number | undefined, lte: number | undefined): object =>
  gte === undefined && lte === undefined ? {} : { [name]: known({ gte, lte }) };

const NAMES: Readonly<Record<string, string>> = {
  'dateMutation.after': 'after',
  'dateMutation.before': 'before',
  'priceAmount.gte': 'priceMin',
  'priceAmount.lte': 'priceMax',
  'livingArea.gte': 'areaMin',
  'livingArea.lte': 'areaMax',
};
const renamed = (fault: Fault): Fault => ({
  ...fault,
  propertyPath: NAMES[fault.propertyPath] ?? fault.propertyPath,
});

const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / CENTS);

const soldOf = ({ id, dateMutation, propertyType, nature, price, areas, address }: Transaction): Sold => ({
  id,
  date: dateMutation,
  type: propertyType,
  nature,
  price: inUnits(price.amountCents),
  currency: price.currency,
  pricePerSqm: inUnits(price.pricePerSqmCents),
  livingArea: areas.livingAreaSqm,
  landArea: areas.landAreaSqm,
  rooms: areas.roomsCount,
  address:
    shortened([address.streetNumber, address.streetName].filter(Boolean).join(' '), MAX_ADDRESS_CHARS) ||
    null,
});
const briefSold = (sold: Sold): Sold => ({ ...sold, address: null });

const HEAD = 'date | type | price | m² | rooms | per m² | address';
const row = (sold: Sold): string =>
  [
    sold.date,
    sold.type,
    `${sold.price ?? ''} ${sold.currency}`,
    sold.livingArea ?? sold.landArea,
    sold.rooms,
    sold.pricePerSqm,
    sold.address,
  ]
    .map((cell) => cell ?? '')
    .join(' | ');

function tell(places: readonly Located[], { meta }: FoundTransactions, sales: readonly Sold[]): Told {
  const next: Next = meta.nextCursor === null ? null : { cursor: meta.nextCursor };
  return {
    text: [
      `${sales.length} sales shown, newest first.`,
      ...places.map((place) => locatedLine(place, 1)),
      ...(sales.length === 0 ? [] : [HEAD, ...sales.map(row)]),
      ...nextLine(next),
    ].join('\n'),
    structured: { places: places.map((place) => locatedTold(place, 1)), sales, next },
  };
}
