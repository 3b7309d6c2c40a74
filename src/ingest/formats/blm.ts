import type { PayloadDraft } from '../payload.ts';
import { BrokenFeed } from '../reading/broken-feed.ts';
import { htmlToText } from '../reading/html.ts';
import { MAX_RECORD_CHARS } from '../reading/limits.ts';
import { blmType } from './blm-types.ts';
import { featureFlags, firstNonEmpty, joinNonEmpty, positive } from './draft.ts';
import { type FeedFormat, type FeedRecord, isObjectWith, toFeedRecord } from './format.ts';

/** BLM version 3, the format of Rightmove: a header with the separators, the field names, then the records. */
export const blm: FeedFormat = {
  description: 'BLM version 3, as Rightmove takes it',

  recognises: (head) => /^\s*#HEADER#/i.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    for await (const result of splitRecords(text)) {
      if ('fault' in result) yield result;
      else {
        const { line, record } = result;
        const isPublished = fieldText(record, 'PUBLISHED_FLAG') !== '0';
        const key = fieldText(record, 'AGENT_REF');
        yield toFeedRecord(
          { line, raw: record, key, payload: isPublished ? parsePayload(record) : undefined },
          feed,
        );
      }
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['AGENT_REF']) ? parsePayload(record as BlmRecord) : undefined,
};

type BlmRecord = Readonly<Record<string, string>>;

const fieldText = (record: BlmRecord, field: string): string | undefined =>
  firstNonEmpty(record[field])?.trim();

interface Head {
  readonly fields: readonly string[];
  readonly endOfField: string;
  readonly endOfRecord: string;
  /** The text after #DATA#, and the number of lines before it. */
  readonly rest: string;
  readonly lines: number;
}

const countLines = (text: string): number => text.split('\n').length - 1;

function parseHead(text: string): Head | undefined {
  const match = /#HEADER#(.*?)#DEFINITION#(.*?)#DATA#/is.exec(text);
  if (match === null) return undefined;
  const [whole, header = '', definition = ''] = match;
  const mark = (name: string) => new RegExp(`^\\s*${name}\\s*:\\s*'(.+)'\\s*$`, 'im').exec(header)?.[1];
  const endOfField = mark('EOF') ?? '^';
  const endOfRecord = mark('EOR') ?? '~';
  const fields =
    definition
      .split(endOfRecord)[0]
      ?.split(endOfField)
      .map((field) => field.trim().toUpperCase()) ?? [];
  const before = text.slice(0, match.index + whole.length);
  return { fields, endOfField, endOfRecord, rest: text.slice(before.length), lines: countLines(before) };
}

type BlmRecordResult =
  | { readonly line: number; readonly record: BlmRecord }
  | { readonly line: number; readonly fault: string };

async function* splitRecords(text: AsyncIterable<string>): AsyncGenerator<BlmRecordResult> {
  let head: Head | undefined;
  let buffer = '';
  let line = 1;
  let tooLong = false;
  for await (const chunk of text) {
    buffer += chunk;
    if (head === undefined) {
      head = parseHead(buffer);
      if (head === undefined && buffer.length > MAX_RECORD_CHARS)
        throw new BrokenFeed('no #HEADER#, #DEFINITION# and #DATA#', 1);
      if (head === undefined) continue;
      buffer = head.rest;
      line += head.lines;
    }
    const parts = buffer.split(head.endOfRecord);
    buffer = parts.pop() ?? '';
    for (const part of parts) {
      yield tooLong ? { line, fault: TOO_LONG } : parseRecord(part, line, head);
      tooLong = false;
      line += countLines(part);
    }
    if (buffer.length > MAX_RECORD_CHARS) {
      line += countLines(buffer);
      buffer = '';
      tooLong = true;
    }
  }
  if (head === undefined) throw new BrokenFeed('no #HEADER#, #DEFINITION# and #DATA#', 1);
  if (!/^\s*#END#/i.test(buffer)) throw new BrokenFeed('the file ends in the middle: no #END#', line);
}

const TOO_LONG = `longer than ${MAX_RECORD_CHARS} characters`;

/** The line of a record is that of its first character, not the one where the previous record ended. */
function parseRecord(part: string, line: number, { fields, endOfField }: Head): BlmRecordResult {
  const begins = line + countLines(/^\s*/.exec(part)?.[0] ?? '');
  const values = part.trim().split(endOfField);
  // A separator may also end the last field.
  if (values.length < fields.length - 1 || values.length > fields.length + 1)
    return { line: begins, fault: `${values.length} fields where the definition names ${fields.length}` };
  return { line: begins, record: Object.fromEntries(fields.map((field, at) => [field, values[at] ?? ''])) };
}

/** Codes 1 to 5 are agreed but not completed: subject to contract, under offer, reserved, let agreed. */
const STATUSES: Readonly<Record<string, string>> = {
  0: 'AVAILABLE',
  1: 'UNDER_OFFER',
  2: 'UNDER_OFFER',
  3: 'UNDER_OFFER',
  4: 'UNDER_OFFER',
  5: 'UNDER_OFFER',
};
const FREQUENCIES: Readonly<Record<string, string>> = { 0: 'WEEKLY', 1: 'MONTHLY', 3: 'YEARLY', 5: 'WEEKLY' };
const QUARTERLY = '2';
const LETTING = '2';
const ON_APPLICATION = '1';
const FURNISHED: Readonly<Record<string, boolean>> = { 0: true, 2: false };

/** Decodes a code. One that the format does not define is passed on, to be counted as unknown. */
const decodeField = (codes: Readonly<Record<string, string>>, record: BlmRecord, field: string) => {
  const code = fieldText(record, field);
  return code === undefined ? undefined : (codes[code] ?? `${field} ${code}`);
};

function parsePayload(record: BlmRecord): PayloadDraft {
  const field = (name: string) => fieldText(record, name);
  const isLetting = field('TRANS_TYPE_ID') === LETTING;
  const price = field('PRICE_QUALIFIER') === ON_APPLICATION ? undefined : positive(field('PRICE'));
  return {
    ...featureFlags(
      Object.keys(record).flatMap((name) => (/^FEATURE\d+$/.test(name) ? [record[name] ?? ''] : [])),
    ),
    ...blmType(field('PROP_SUB_ID')),
    publishedAt: field('CREATE_DATE'),
    title: field('DISPLAY_ADDRESS'),
    description: htmlToText(field('DESCRIPTION') ?? field('SUMMARY') ?? ''),
    transactionType: isLetting ? 'RENT' : 'SELL',
    transactionStatus: decodeField(STATUSES, record, 'STATUS_ID'),
    ...(field('NEW_HOME_FLAG')?.toUpperCase() === 'Y' && { constructionStatus: 'NEW' }),
    availableAt: isLetting ? field('LET_DATE_AVAILABLE') : undefined,
    displayedPrice: price,
    currency: 'GBP',
    rent: isLetting ? parseRent(price, record) : undefined,
    fees: isLetting ? { deposit: { amount: positive(field('LET_BOND')), currency: 'GBP' } } : undefined,
    furnished: isLetting ? FURNISHED[field('LET_FURN_ID') ?? ''] : undefined,
    area: parseArea(record),
    bedrooms: field('BEDROOMS'),
    bathrooms: field('BATHROOMS'),
    livingRooms: field('LIVING_ROOMS'),
    location: parseLocation(record),
    publisher: {
      publisherType: 'REAL_ESTATE_AGENCY',
      agencyName: field('BRANCH_NAME'),
      reference: field('AGENT_REF'),
    },
    pictures: Object.keys(record)
      .filter((name) => /^MEDIA_IMAGE_\d+$/.test(name))
      .map((name) => field(name)),
  };
}

const QUARTERS_A_YEAR = 4;

const parseRent = (price: number | undefined, record: BlmRecord) =>
  fieldText(record, 'LET_RENT_FREQUENCY') === QUARTERLY
    ? { amount: price && price * QUARTERS_A_YEAR, currency: 'GBP', frequency: 'YEARLY' }
    : { amount: price, currency: 'GBP', frequency: decodeField(FREQUENCIES, record, 'LET_RENT_FREQUENCY') };

const AREA_UNITS: Readonly<Record<string, string>> = { 1: 'SQFT', 2: 'SQM', 3: 'ACRE', 4: 'HECTARE' };

function parseArea(record: BlmRecord): PayloadDraft['area'] {
  const value =
    positive(fieldText(record, 'MAX_SIZE_ENTERED')) ?? positive(fieldText(record, 'MIN_SIZE_ENTERED'));
  const unit = AREA_UNITS[fieldText(record, 'AREA_SIZE_UNIT_ID') ?? ''];
  return value === undefined || unit === undefined ? undefined : { displayed: value, total: value, unit };
}

/** Agents often leave the town empty and write it into the last address line. */
const parseLocation = (record: BlmRecord): PayloadDraft['location'] => ({
  countryCode: fieldText(record, 'COUNTRY_CODE') ?? 'GB',
  city: firstNonEmpty(
    ...['TOWN', 'ADDRESS_4', 'ADDRESS_3', 'ADDRESS_2'].map((name) => fieldText(record, name)),
  ),
  postalCode: joinNonEmpty(' ', fieldText(record, 'POSTCODE1'), fieldText(record, 'POSTCODE2')),
  address: fieldText(record, 'DISPLAY_ADDRESS'),
  coordinates: { longitude: fieldText(record, 'LONGITUDE'), latitude: fieldText(record, 'LATITUDE') },
});
