import type { PayloadDraft } from '../payload.ts';
import { readCsvRows } from '../reading/csv.ts';
import { htmlToText } from '../reading/html.ts';
import { translateFlag, translateWord } from '../translate.ts';
import { euros, firstNonEmpty, frenchScores, joinNonEmpty, positive, repeatSpot } from './draft.ts';
import { type FeedFormat, type FeedRecord, toFeedRecord } from './format.ts';
import { PICTURE_RANKS, RANKS } from './poliris-ranks.ts';

/** Poliris 4.12, the format of SeLoger: 334 fields by rank, no header. A file is the complete stock. */
export const poliris: FeedFormat = {
  description: 'Poliris version 4, as SeLoger takes it (CSV)',

  recognises: (head) => /^\s*"[^"\n]*"\s*!#\s*"/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    for await (const { cells, fault, line } of readCsvRows(text, '!#')) {
      if (cells === undefined) yield { line, fault: fault ?? 'not a row' };
      else if (cells.length < RANKS.description)
        yield { line, fault: `${cells.length} fields, fewer than any version of the format` };
      else yield toFeedRecord({ line, raw: cells, key: keyOf(cells), payload: parsePayload(cells) }, feed);
    }
  },

  readRecord: (record) =>
    isRow(record) && record.length >= RANKS.description ? parsePayload(record) : undefined,
};

type Cells = readonly string[];

const isRow = (record: unknown): record is Cells =>
  Array.isArray(record) && record.every((cell) => typeof cell === 'string');

type Rank = keyof typeof RANKS;

const cellText = (cells: Cells, rank: Rank): string | undefined => firstNonEmpty(cells[RANKS[rank] - 1]);

/** The technical id is unique within its agency. Files of older software have only the reference. */
const keyOf = (cells: Cells): string | undefined => {
  const own = cellText(cells, 'technicalId') ?? cellText(cells, 'reference');
  return own === undefined ? undefined : joinNonEmpty('-', cellText(cells, 'agency'), own);
};

function parsePayload(cells: Cells): PayloadDraft {
  const field = (rank: Rank) => cellText(cells, rank);
  const type = translateWord('propertyType', field('type') ?? '');
  const isHome = type === 'FLAT' || type === 'HOUSE';
  return {
    ...parseOffer(cells),
    ...parseEquipment(cells),
    title: field('title'),
    description: htmlToText(field('description') ?? ''),
    propertyType: field('type'),
    area: {
      displayed: field('area'),
      ...(isHome ? { living: field('area') } : { total: field('area') }),
      unit: 'SQM',
      land: { value: field('land'), unit: 'SQM' },
      terrace: field('terraceArea'),
      balcony: field('balconyArea'),
      basement: field('cellarArea'),
    },
    rooms: field('rooms'),
    bedrooms: field('bedrooms'),
    bathrooms: field('bathrooms'),
    showerRooms: field('showerRooms'),
    wc: field('wc'),
    floor: field('floor'),
    buildingFloors: field('floors'),
    numberOfLots: positive(field('lots')),
    constructionYear: field('year'),
    constructionType: translateWord('constructionType', field('subtype') ?? ''),
    underLegalProceedings: field('proceedings'),
    diagnostic: parseDiagnostic(cells),
    location: {
      countryCode: field('country') ?? 'FR',
      city: field('city'),
      postalCode: field('postalCode'),
      neighborhood: field('neighborhood'),
      address: field('address'),
      coordinates: { longitude: field('longitude'), latitude: field('latitude') },
    },
    publisher: {
      publisherType: 'REAL_ESTATE_AGENCY',
      reference: field('reference'),
      mandate: parseMandate(field('exclusive')),
      contact: { phone: field('phone'), email: field('email') },
    },
    pictures: PICTURE_RANKS.flatMap(([first, last]) => cells.slice(first - 1, last)).filter(
      (url) => url !== '',
    ),
  };
}

const parseMandate = (exclusive: string | undefined): string | undefined => {
  const flag = translateFlag(exclusive ?? '');
  return flag === undefined ? undefined : flag ? 'EXCLUSIVE' : 'NON_EXCLUSIVE';
};

/** 1 the buyer, 2 the seller, 3 both. */
const FEES_PAID_BY: Readonly<Record<string, string>> = { 1: 'BUYER', 2: 'SELLER' };

/** The price of a sale includes the fees of the buyer; `netPrice` does not. */
function parseOffer(cells: Cells): PayloadDraft {
  const field = (rank: Rank) => cellText(cells, rank);
  const offer = field('offer') ?? '';
  const common = {
    transactionType: offer,
    displayedPrice: field('price'),
    currency: 'EUR',
    availableAt: field('availableAt'),
  };
  if (translateWord('transactionType', offer) === 'RENT')
    return {
      ...common,
      rent: euros(field('price'), {
        // A holiday rent is per week, night or season; the format does not state which.
        frequency: /vacances/i.test(offer) ? undefined : 'MONTHLY',
        includesCharges: field('rentIncludesCharges'),
      }),
      fees: {
        agency: euros(field('fees'), { paidBy: 'TENANT' }),
        charges: euros(field('charges'), { frequency: 'MONTHLY' }),
        deposit: euros(field('deposit')),
        inventory: euros(field('inventory')),
      },
    };
  const paidBy = field('feesPaidBy');
  return {
    ...common,
    saleType: translateWord('saleType', offer) ?? 'STANDARD',
    netPrice: field('netPrice'),
    fees: {
      agency: {
        percentage: positive(field('fees')),
        paidBy: FEES_PAID_BY[paidBy ?? ''],
        includedInPrice: paidBy === undefined ? undefined : true,
      },
    },
    condominiumFees: { total: positive(field('yearlyCharges')), currency: 'EUR', frequency: 'YEARLY' },
  };
}

const KITCHENS_EQUIPPED: readonly string[] = ['6', '7', '8', '9'];
const WINDS = ['north', 'east', 'south', 'west'] as const;

function parseEquipment(cells: Cells): PayloadDraft {
  const field = (rank: Rank) => cellText(cells, rank);
  const boxes = positive(field('boxes')) ?? 0;
  const spaces = (positive(field('parkings')) ?? 0) + boxes;
  return {
    furnished: field('furnished'),
    condition: translateFlag(field('works') ?? '')
      ? 'TO_RENOVATE'
      : translateFlag(field('redone') ?? '')
        ? 'GOOD'
        : undefined,
    heating: parseHeating(Number(field('heating') ?? 0)),
    equippedKitchen: KITCHENS_EQUIPPED.includes(field('kitchen') ?? '') || undefined,
    orientation: WINDS.filter((wind) => translateFlag(field(wind) ?? '')),
    balcony: field('balconies'),
    terrace: field('terrace'),
    elevator: field('elevator'),
    cellar: field('cellar'),
    digicode: field('digicode'),
    intercom: field('intercom'),
    caretaker: field('caretaker'),
    quiet: field('quiet'),
    airConditioning: field('airConditioning'),
    swimmingPool: field('swimmingPool'),
    disabledAccess: field('disabledAccess'),
    fireplace: field('fireplace'),
    parquet: field('parquet'),
    connectivity: translateFlag(field('cable') ?? '') ? ['CABLE'] : undefined,
    parking:
      spaces === 0 ? undefined : { total: spaces, spots: repeatSpot(boxes, { type: 'GARAGE', box: true }) },
  };
}

/** The heating is a bit set. Real files also contain other numbers, which are ignored. */
function parseHeating(bits: number) {
  const has = (bit: number) => Number.isInteger(bits) && (bits & bit) !== 0;
  const systems = [
    ...(has(128) ? ['RADIATOR'] : []),
    ...(has(256) ? ['FLOOR_HEATING'] : []),
    ...(has(16384) ? ['AIR_CONDITIONING'] : []),
  ];
  const energyCarrier = has(512) ? 'GAS' : has(1024) ? 'OIL' : has(2048) ? 'ELECTRICITY' : undefined;
  const collective = has(4096) ? true : has(8192) ? false : undefined;
  if (systems.length === 0)
    return energyCarrier === undefined && collective === undefined
      ? undefined
      : [{ energyCarrier, collective }];
  return systems.map((system) => ({ system, energyCarrier, collective }));
}

function parseDiagnostic(cells: Cells): PayloadDraft['diagnostic'] {
  const field = (rank: Rank) => cellText(cells, rank);
  const scores = frenchScores({
    energy: field('energyLetter'),
    energyValue: field('energyValue'),
    carbon: field('carbonLetter'),
    carbonValue: field('carbonValue'),
  });
  if (scores === undefined) return undefined;
  return { type: 'DPE', date: field('diagnosticDate'), standard: field('diagnosticVersion'), scores };
}
