import type { Stretch } from '../../imports/block-text.ts';
import { dayNumber } from '../../imports/copy-rows.ts';
import { digestOf } from '../../lib/ids.ts';
import type { Layout, SaleRow } from '../sale-row.ts';
import { communeNumber } from '../squares.ts';
import { landOf, partsOf, typeOf } from './dvf-parts.ts';
import { type DvfRow, natureOf } from './dvf-row.ts';

const NAMESPACE = '5f0f6f3e-6a2b-5d0c-9a57-2d1f8f6f0e11';

/** One sale of all its rows, whatever edition they came in. The price is that of the whole, repeated on each row: it is never summed. */
export function saleOf(rows: readonly DvfRow[], layout: Layout, sourceRows: Stretch): SaleRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const parts = partsOf(rows);
  const shown = parts[0]?.row ?? first;
  let [lots, livingArea, rooms] = ['', 0, 0];
  for (const part of parts) {
    lots += part.kind;
    if (part.kind !== 'H' && part.kind !== 'F') continue;
    livingArea += part.area;
    rooms += part.rooms;
  }
  const disposition = Number(first.disposition) || first.disposition;
  const own = typeof disposition === 'number' ? String(disposition) : `${shown.parcel}/${disposition}`;
  const placed =
    shown.longitude === undefined ? rows.find(({ longitude }) => longitude !== undefined) : shown;
  return {
    digest: digestOf(NAMESPACE, identityOf(first, disposition, rows)),
    order: orderOf(first.date, smallestParcel(rows)),
    source: 'DVF',
    dateMutation: first.date,
    nature: natureOf(first.nature),
    propertyType: typeOf(parts),
    priceCents: first.priceCents,
    livingArea: livingArea || undefined,
    landArea: landOf(rows) || undefined,
    rooms: rooms || undefined,
    cityCode: shown.cityCode,
    longitude: placed?.longitude,
    latitude: placed?.latitude,
    streetNumber: shown.streetNumber,
    streetName: shown.streetName,
    parcel: shown.parcel,
    externalRef: shown.soldAs === shown.parcel ? own : `${shown.soldAs}/${disposition}`,
    lots: lots === '' ? 'L' : lots,
    constructionEra: undefined,
    elevator: undefined,
    balcony: undefined,
    cellar: undefined,
    layout,
    sourceRows,
  };
}

/** Commune and day: what a file tells together lands together in the index of ids. Part of the identity, so that it never changes. */
const orderOf = (date: string, parcel: string): number =>
  TWO_TO_16 * communeNumber(parcel) + (dayNumber(date) % TWO_TO_16);

const TWO_TO_16 = 65_536;

/** What no edition and no release changes about a sale, as JSON. Its plain parts are set down as they are: half the time. */
function identityOf(first: DvfRow, disposition: number | string, rows: readonly DvfRow[]): string {
  const lots: string[] = [];
  for (const row of rows) for (const lot of row.lots) lots.push(`${row.soldAs}-${lot}`);
  const plain = typeof disposition === 'number' ? disposition : JSON.stringify(disposition);
  const told = `["DVF","${first.date}",${plain},"${natureOf(first.nature)}",${first.priceCents ?? null}`;
  return `${told},${parcelsOf(rows)},${JSON.stringify(sortedOnce(lots))}]`;
}

/** Most sales are of one parcel. The form of parcels was checked. */
function parcelsOf(rows: readonly DvfRow[]): string {
  const parcel = rows[0]?.soldAs;
  if (rows.every((row) => row.soldAs === parcel)) return `["${parcel}"]`;
  return JSON.stringify(sortedOnce(rows.map((row) => row.soldAs)));
}

function smallestParcel(rows: readonly DvfRow[]): string {
  let smallest = rows[0]?.soldAs ?? '';
  for (const { soldAs } of rows) if (soldAs < smallest) smallest = soldAs;
  return smallest;
}

function sortedOnce(values: string[]): string[] {
  const [one, other] = values;
  if (one === undefined || other === undefined) return values;
  if (values.length > 2) return [...new Set(values)].sort();
  return one === other ? [one] : one < other ? values : [other, one];
}
