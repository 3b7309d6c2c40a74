import { type Static, Type } from 'typebox';
import type { RequestFault } from '../../lib/request-fault.ts';
import { parseRequest } from '../../service/parse-request.ts';
import { faultsProblem } from '../../service/problem.ts';
import { parseTransactionSearch, transactionSearchSchema } from '../../transactions/search-request.ts';
import { searchTransactions, type TransactionSearchResult } from '../../transactions/search-transactions.ts';
import type { Transaction } from '../../transactions/transaction.ts';
import { type Continuation, cursor, nextByCursor, nextLine } from '../continuation.ts';
import type { PlaceMatch } from '../locations.ts';
import { idsByLevel } from '../places-by-level.ts';
import { plainMembers } from '../question.ts';
import { locateCities } from '../resolve-question.ts';
import { closed, defineTool, maxTokens, orNull, READ_ONLY_HINTS, type ToolCall } from '../tool.ts';
import {
  budgetOf,
  countOutputTokens,
  firstThatFits,
  fitToBudget,
  type ToolOutput,
  truncateLine,
} from '../tool-output.ts';
import { placeMatchLine, placeMatchOutput, placeMatchSchema } from './place-output.ts';

const DEFAULT_SALES = 20;
const CENTS_PER_UNIT = 100;
const MAX_ADDRESS_CHARS = 80;

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const { city, type, priceMin, priceMax, areaMin, areaMax } = plainMembers;
const input = Type.Object(
  {
    ...{ city, type, priceMin, priceMax, areaMin, areaMax },
    after: day('From this day on, as 2025-01-31.'),
    before: day('Until this day.'),
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
type SaleOutput = Static<typeof sale>;

export const closedSalesTool = defineTool({
  name: 'closed_sales',
  title: 'Search closed sales',
  description:
    'Registered sales, newest first: what homes and land really sold for, with date, area and address. market_statistics has asking prices. Free.',
  hints: READ_ONLY_HINTS,
  routeType: 'read',
  brief: [
    'city',
    'type',
    'priceMin',
    'priceMax',
    'areaMin',
    'areaMax',
    'before',
    'limit',
    'cursor',
    'maxTokens',
  ],
  input,
  output: Type.Object(
    {
      places: Type.Array(placeMatchSchema),
      sales: Type.Array(sale),
      next: nextByCursor,
    },
    closed,
  ),
  async run(call, args) {
    const places = await locateCities(call.places, args.city ?? []);
    const budget = budgetOf(args);
    const found = await findSales(call, args, places, args.limit ?? DEFAULT_SALES);
    const around = countOutputTokens(renderSales(places, found, [])) <= budget / 2 ? places : [];
    const lines = found.data.map(toSaleOutput);
    const { output, shown } = fitToBudget(
      lines,
      budget,
      (some) => renderSales(around, found, some),
      briefSaleOutput,
    );
    if (shown === lines.length) return output;
    return fitWithFewer(shown, budget, async (count) => {
      const fewer = await findSales(call, args, places, count);
      return (row) => renderSales(around, fewer, fewer.data.map(toSaleOutput).map(row));
    });
  },
});

/**
 * Searches again with fewer rows, so that the cursor stands after the last row shown. A last page gains a
 * cursor by that, which costs tokens too.
 */
async function fitWithFewer(
  maxShown: number,
  budget: number,
  query: (count: number) => Promise<(form: (row: SaleOutput) => SaleOutput) => ToolOutput>,
): Promise<ToolOutput> {
  for (let count = maxShown; ; count--) {
    const renderAs = await query(count);
    const output = firstThatFits(budget, [() => renderAs((row) => row), () => renderAs(briefSaleOutput)]);
    if (count === 1 || countOutputTokens(output) <= budget) return output;
  }
}

async function findSales(
  call: ToolCall,
  args: Args,
  places: readonly PlaceMatch[],
  size: number,
): Promise<TransactionSearchResult> {
  const json = {
    ...(args.after !== undefined || args.before !== undefined
      ? { dateMutation: withoutUndefined({ after: args.after, before: args.before }) }
      : {}),
    ...(args.type && { propertyType: args.type }),
    ...range('priceAmount', inCents(args.priceMin), inCents(args.priceMax)),
    ...range('livingArea', args.areaMin, args.areaMax),
    ...idsByLevel(places),
    page: { size, ...(args.cursor !== undefined && { cursor: args.cursor }) },
  };
  const parsed = parseRequest(searchForm, json, call.clock.now());
  if ('faults' in parsed) throw faultsProblem(parsed.faults.map(renameFault));
  const found = await searchTransactions({ ...call, accountId: call.caller.accountId }, parsed.value);
  if ('faults' in found) throw faultsProblem(found.faults);
  return found;
}

const searchForm = { schema: transactionSearchSchema, read: parseTransactionSearch };

const inCents = (price: number | undefined): number | undefined =>
  price === undefined ? undefined : Math.round(price * CENTS_PER_UNIT);
const withoutUndefined = (members: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
const range = (name: string, gte: number | undefined, lte: number | undefined): object =>
  gte === undefined && lte === undefined ? {} : { [name]: withoutUndefined({ gte, lte }) };

const ARGUMENT_NAMES: Readonly<Record<string, string>> = {
  'dateMutation.after': 'after',
  'dateMutation.before': 'before',
  'priceAmount.gte': 'priceMin',
  'priceAmount.lte': 'priceMax',
  'livingArea.gte': 'areaMin',
  'livingArea.lte': 'areaMax',
};
const renameFault = (fault: RequestFault): RequestFault => ({
  ...fault,
  propertyPath: ARGUMENT_NAMES[fault.propertyPath] ?? fault.propertyPath,
});

const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / CENTS_PER_UNIT);

const toSaleOutput = ({
  id,
  dateMutation,
  propertyType,
  nature,
  price,
  areas,
  address,
}: Transaction): SaleOutput => ({
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
    truncateLine([address.streetNumber, address.streetName].filter(Boolean).join(' '), MAX_ADDRESS_CHARS) ||
    null,
});
const briefSaleOutput = (sold: SaleOutput): SaleOutput => ({ ...sold, address: null });

const HEAD = 'date | type | price | m² | rooms | per m² | address';
const row = (sold: SaleOutput): string =>
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

function renderSales(
  places: readonly PlaceMatch[],
  { meta }: TransactionSearchResult,
  sales: readonly SaleOutput[],
): ToolOutput {
  const next: Continuation = meta.nextCursor === null ? null : { cursor: meta.nextCursor };
  return {
    text: [
      `${sales.length} sales shown, newest first.`,
      ...places.map((place) => placeMatchLine(place, 1)),
      ...(sales.length === 0 ? [] : [HEAD, ...sales.map(row)]),
      ...nextLine(next),
    ].join('\n'),
    structured: { places: places.map((place) => placeMatchOutput(place, 1)), sales, next },
  };
}
