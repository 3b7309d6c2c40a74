import { defaultRegion } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { splitCells } from '../imports/cells.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { findSalePairs } from './reconcile.ts';
import type { Sale } from './sale.ts';
import { loadSaleDivisions, type SaleDivisionLookup } from './sale-divisions.ts';
import { type SaleHit, toPairHit } from './search.ts';
import { splitSourceRows } from './source-rows.ts';
import { findSourceRecord, type SourceRecord, selectSalesByIds } from './store.ts';

/** A closed sale as the API returns it. */
export interface Transaction {
  id: string;
  source: string;
  externalRef: string;
  dateMutation: string;
  nature: string;
  propertyType: string;
  price: { amountCents: number | null; currency: string; pricePerSqmCents: number | null };
  areas: { livingAreaSqm: number | null; landAreaSqm: number | null; roomsCount: number | null };
  location: {
    cityId: string | null;
    districtId: string | null;
    neighborhoodId: string | null;
    geoPoint: { lon: number; lat: number } | null;
  };
  address: { streetNumber: string | null; streetName: string | null };
  cadastralRef: string | null;
  lots: { role: string; kind: string }[];
  building: { constructionEra: string | null; elevator: boolean | null };
  amenities: { balcony: boolean | null; cellar: boolean | null };
  createdAt: string;
  updatedAt: string;
  matched?: { withTransactionId: string; score: number; mergedFields: string[] };
  sourcePayload?: object;
}

const MICRO = 1_000_000;
const SOURCES = { D: 'DVF', N: 'NOTAIRES_FR' } as const;
const LOT_KINDS: Readonly<Record<string, string>> = {
  H: 'HOUSE',
  F: 'FLAT',
  C: 'COMMERCIAL_PREMISES',
  D: 'OUTBUILDING',
  L: 'LAND',
};
/** Only for homes: a price that also covers premises or land says nothing about the square metre. */
const PRICED_BY_AREA: readonly string[] = ['FLAT', 'HOUSE'];

export function toTransaction(
  { sale, pair, mergedFields }: SaleHit,
  divisionsOf: SaleDivisionLookup,
): Transaction {
  return {
    id: sale.id,
    source: SOURCES[sale.source],
    externalRef: sale.externalRef,
    dateMutation: sale.dateMutation,
    nature: sale.nature,
    propertyType: sale.propertyType,
    price: { amountCents: sale.priceCents, currency: 'EUR', pricePerSqmCents: pricePerSqmCents(sale) },
    areas: {
      livingAreaSqm: sale.livingArea === null ? null : Math.round(100 * sale.livingArea) / 100,
      landAreaSqm: sale.landArea,
      roomsCount: sale.rooms,
    },
    location: { ...divisionsOf(sale), geoPoint: pointOf(sale) },
    address: { streetNumber: sale.streetNumber, streetName: sale.streetName },
    cadastralRef: sale.parcel,
    lots: [...sale.lots].map((lot) => ({ role: roleOf(lot), kind: LOT_KINDS[lot] ?? lot })),
    building: { constructionEra: sale.constructionEra, elevator: sale.elevator },
    amenities: { balcony: sale.balcony, cellar: sale.cellar },
    createdAt: formatTimestamp(sale.createdAt),
    updatedAt: formatTimestamp(sale.updatedAt),
    ...(pair === undefined
      ? {}
      : {
          matched: {
            withTransactionId: pair.duplicate.id,
            score: pair.score,
            mergedFields: [...(mergedFields ?? [])],
          },
        }),
  };
}

const roleOf = (lot: string): string => (lot === 'D' ? 'SECONDARY' : 'PRINCIPAL');

export function pricePerSqmCents({ propertyType, priceCents, livingArea }: Sale): number | null {
  if (priceCents === null || livingArea === null || livingArea <= 0) return null;
  return PRICED_BY_AREA.includes(propertyType) ? Math.round(priceCents / livingArea) : null;
}

const pointOf = ({ longitude, latitude }: Sale): { lon: number; lat: number } | null =>
  longitude === null || latitude === null ? null : { lon: longitude / MICRO, lat: latitude / MICRO };

export async function buildTransactions(db: Db, found: readonly SaleHit[]): Promise<Transaction[]> {
  const divisionsOf = await loadSaleDivisions(
    db,
    found.map(({ sale }) => sale),
  );
  return found.map((each) => toTransaction(each, divisionsOf));
}

/** A sale by its id, or the one it was merged into. `sourcePayload` is the unchanged record of the source. */
export async function findTransaction(from: Db, id: string): Promise<Transaction | undefined> {
  const db = defaultRegion(from);
  const [sale] = await selectSalesByIds(db, [id]);
  if (sale === undefined) return undefined;
  const pair = (await findSalePairs(db, [sale])).get(id);
  const found = pair === undefined ? { sale } : toPairHit(pair);
  const [transaction] = await buildTransactions(db, [found]);
  const source = await findSourceRecord(db, found.sale.id);
  if (transaction === undefined || source === undefined) return transaction;
  const { format } = source;
  return { ...transaction, sourcePayload: { format, rows: parseSourceRecords(source) } };
}

/** A quote in the tax administration's own file is an ordinary character. */
const UNQUOTED = 'dvf';

/** Empty cells are omitted: a row of the land registry has forty columns, fifteen of them filled. */
function parseSourceRecords({ format, rows, separator, columns }: SourceRecord): Record<string, string>[] {
  return splitSourceRows(rows, format !== UNQUOTED).map((row) => {
    const cells = splitCells(row, separator);
    return Object.fromEntries(
      columns.flatMap((name, at) => (cells[at] === undefined || cells[at] === '' ? [] : [[name, cells[at]]])),
    );
  });
}
