import { namedId } from '../../lib/ids.ts';
import type { Layout, SaleRow } from '../sale-row.ts';
import { landOf, type Part, partsOf, typeOf } from './dvf-parts.ts';
import { type DvfRow, natureOf } from './dvf-row.ts';

const NAMESPACE = '5f0f6f3e-6a2b-5d0c-9a57-2d1f8f6f0e11';

/** One sale of all its rows, whatever edition they came in. The price is that of the whole, repeated on each row: it is never summed. */
export function saleOf(rows: readonly DvfRow[], layout: Layout, sourceRows: string): SaleRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const parts = partsOf(rows);
  const shown = parts[0]?.row ?? first;
  const homes = parts.filter(({ kind }) => kind === 'H' || kind === 'F');
  const propertyType = typeOf(parts);
  const parcels = sortedOnce(rows.map(({ parcel }) => parcel));
  const placed =
    shown.longitude === undefined ? rows.find(({ longitude }) => longitude !== undefined) : shown;
  return {
    id: namedId(NAMESPACE, identityOf(first, parcels, rows)),
    source: 'DVF',
    dateMutation: first.date,
    nature: natureOf(first.nature),
    propertyType,
    priceCents: first.priceCents,
    livingArea: total(homes, ({ area }) => area),
    landArea: landOf(rows) || undefined,
    rooms: total(homes, ({ rooms }) => rooms),
    cityCode: shown.cityCode,
    longitude: placed?.longitude,
    latitude: placed?.latitude,
    streetNumber: shown.streetNumber,
    streetName: shown.streetName,
    parcel: shown.parcel,
    externalRef: `${first.date}/${shown.parcel}/${Number(first.disposition) || first.disposition}`,
    lots: parts.length > 0 ? parts.map(({ kind }) => kind).join('') : 'L',
    constructionEra: undefined,
    elevator: undefined,
    balcony: undefined,
    cellar: undefined,
    layout,
    sourceRows,
  };
}

const total = (homes: readonly Part[], of: (part: Part) => number): number | undefined =>
  homes.reduce((sum, part) => sum + of(part), 0) || undefined;

/** What no edition and no release changes about a sale. */
function identityOf(first: DvfRow, parcels: readonly string[], rows: readonly DvfRow[]): string {
  const all: string[] = [];
  for (const { lots, parcel } of rows) for (const lot of lots) all.push(`${parcel}-${lot}`);
  const { date, disposition, nature, priceCents } = first;
  return JSON.stringify([
    'DVF',
    date,
    Number(disposition) || disposition,
    natureOf(nature),
    priceCents ?? null,
    parcels,
    sortedOnce(all),
  ]);
}

const sortedOnce = (values: string[]): string[] => (values.length < 2 ? values : [...new Set(values)].sort());
