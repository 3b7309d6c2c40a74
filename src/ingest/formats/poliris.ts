import type { PayloadDraft } from '../payload.ts';
import { rowsIn } from '../reading/csv.ts';
import { textOfHtml } from '../reading/html.ts';
import { flagOf, ourWord } from '../translate.ts';
import { euros, firstSaid, frenchScores, joined, positive, spotsOf } from './draft.ts';
import { type FeedFormat, type Found, visitOf } from './format.ts';
import { PICTURE_RANKS, RANKS } from './poliris-ranks.ts';

/** Poliris, the format of SeLoger: 334 fields by rank, no header, every file the whole stock. Version 4.12. */
export const poliris: FeedFormat = {
  description: 'Poliris version 4, as SeLoger takes it (CSV)',

  recognises: (head) => /^\s*"[^"\n]*"\s*!#\s*"/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    for await (const { cells, fault, line } of rowsIn(text, '!#')) {
      if (cells === undefined) yield { line, fault: fault ?? 'not a row' };
      else if (cells.length < RANKS.description)
        yield { line, fault: `${cells.length} fields, fewer than any version of the format` };
      else yield visitOf({ line, raw: cells, key: keyOf(cells), payload: payloadOf(cells) }, feed);
    }
  },

  readRecord: (record) =>
    isRow(record) && record.length >= RANKS.description ? payloadOf(record) : undefined,
};

type Cells = readonly string[];

const isRow = (record: unknown): record is Cells =>
  Array.isArray(record) && record.every((cell) => typeof cell === 'string');

type Rank = keyof typeof RANKS;

const said = (cells: Cells, rank: Rank): string | undefined => firstSaid(cells[RANKS[rank] - 1]);

/** The technical id is unique within its agency; files of older software have the reference only. */
const keyOf = (cells: Cells): string | undefined => {
  const own = said(cells, 'technicalId') ?? said(cells, 'reference');
  return own === undefined ? undefined : joined('-', said(cells, 'agency'), own);
};

function payloadOf(cells: Cells): PayloadDraft {
  const field = (rank: Rank) => said(cells, rank);
  const type = ourWord('propertyType', field('type') ?? '');
  const isHome = type === 'FLAT' || type === 'HOUSE';
  return {
    ...offerOf(cells),
    ...equipmentOf(cells),
    title: field('title'),
    description: textOfHtml(field('description') ?? ''),
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
    constructionType: ourWord('constructionType', field('subtype') ?? ''),
    underLegalProceedings: field('proceedings'),
    diagnostic: diagnosticOf(cells),
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
      mandate: mandateOf(field('exclusive')),
      contact: { phone: field('phone'), email: field('email') },
    },
    pictures: PICTURE_RANKS.flatMap(([first, last]) => cells.slice(first - 1, last)).filter(
      (url) => url !== '',
    ),
  };
}

const mandateOf = (exclusive: string | undefined): string | undefined => {
  const flag = flagOf(exclusive ?? '');
  return flag === undefined ? undefined : flag ? 'EXCLUSIVE' : 'NON_EXCLUSIVE';
};

/** 1 the buyer, 2 the seller, 3 both. */
const FEES_PAID_BY: Readonly<Record<string, string>> = { 1: 'BUYER', 2: 'SELLER' };

/** The price of a sale holds the fees a buyer pays, and is told once more without them. The rent holds the charges. */
function offerOf(cells: Cells): PayloadDraft {
  const field = (rank: Rank) => said(cells, rank);
  const offer = field('offer') ?? '';
  const common = {
    transactionType: offer,
    displayedPrice: field('price'),
    currency: 'EUR',
    availableAt: field('availableAt'),
  };
  if (ourWord('transactionType', offer) === 'RENT')
    return {
      ...common,
      rent: euros(field('price'), {
        // What a stay costs is told by the week, the night or the season; the format does not say which.
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
    saleType: ourWord('saleType', offer) ?? 'STANDARD',
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

function equipmentOf(cells: Cells): PayloadDraft {
  const field = (rank: Rank) => said(cells, rank);
  const boxes = positive(field('boxes')) ?? 0;
  const spaces = (positive(field('parkings')) ?? 0) + boxes;
  return {
    furnished: field('furnished'),
    condition: flagOf(field('works') ?? '')
      ? 'TO_RENOVATE'
      : flagOf(field('redone') ?? '')
        ? 'GOOD'
        : undefined,
    heating: heatingOf(Number(field('heating') ?? 0)),
    equippedKitchen: KITCHENS_EQUIPPED.includes(field('kitchen') ?? '') || undefined,
    orientation: WINDS.filter((wind) => flagOf(field(wind) ?? '')),
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
    connectivity: flagOf(field('cable') ?? '') ? ['CABLE'] : undefined,
    parking:
      spaces === 0 ? undefined : { total: spaces, spots: spotsOf(boxes, { type: 'GARAGE', box: true }) },
  };
}

/** The heating is a sum of bits. Real files also hold other numbers, which say nothing. */
function heatingOf(bits: number) {
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

function diagnosticOf(cells: Cells): PayloadDraft['diagnostic'] {
  const field = (rank: Rank) => said(cells, rank);
  const scores = frenchScores({
    energy: field('energyLetter'),
    energyValue: field('energyValue'),
    carbon: field('carbonLetter'),
    carbonValue: field('carbonValue'),
  });
  if (scores === undefined) return undefined;
  return { type: 'DPE', date: field('diagnosticDate'), standard: field('diagnosticVersion'), scores };
}
