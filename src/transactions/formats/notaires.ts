import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { Cells } from '../../imports/cells.ts';
import {
  type ColumnFormat,
  isFault,
  missingColumnNotes,
  missingColumns,
  openColumns,
  splitCellsOrFault,
} from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat } from '../../imports/import.ts';
import { isCityCode, isLatitude, isLongitude, microDegrees } from '../../imports/values.ts';
import { computeNameDigest } from '../../lib/ids.ts';
import type { SaleRow } from '../sale-row.ts';
import { SourceRows } from '../source-rows.ts';
import { parseNature } from './dvf-row.ts';
import { createSourceLayout } from './layout.ts';

const NAMESPACE = '0c1b8a3e-4d5f-5a1e-8c77-6b9e2f0d4a22';

const columns = {
  reference: ['reference'],
  date: ['date'],
  price: ['price', 'prix'],
  nature: ['nature'],
  type: ['type'],
  livingArea: ['living_area', 'surface_habitable'],
  landArea: ['land_area', 'surface_terrain'],
  rooms: ['rooms', 'pieces'],
  number: ['street_number', 'numero'],
  street: ['street_name', 'voie'],
  city: ['city_code', 'code_insee'],
  parcel: ['parcel', 'parcelle'],
  era: ['construction_era', 'epoque_construction'],
  lift: ['lift', 'ascenseur'],
  balcony: ['balcony', 'balcon'],
  cellar: ['cellar', 'cave'],
  longitude: ['longitude', 'lon'],
  latitude: ['latitude', 'lat'],
} as const;
type Column = keyof typeof columns;
type ParsedSale = Omit<SaleRow, 'layout' | 'sourceRows'>;

const TYPES: Readonly<Record<string, string>> = {
  appartement: 'FLAT',
  maison: 'HOUSE',
  immeuble: 'BUILDING',
  terrain: 'LAND',
  garage: 'PARKING',
  parking: 'PARKING',
  local: 'COMMERCIAL_PREMISES',
};
const LOTS: Readonly<Record<string, string>> = {
  FLAT: 'F',
  HOUSE: 'H',
  LAND: 'L',
  PARKING: 'D',
  BUILDING: 'F',
};
const YES = /^(?:1|true|t|yes|y|oui|o|vrai)$/i;
const NO = /^(?:0|false|f|no|n|non|faux)$/i;

function readFlag(cells: Cells, at: number): boolean | undefined {
  const cell = cells.text(at);
  if (cell === undefined) return undefined;
  return YES.test(cell) ? true : NO.test(cell) ? false : undefined;
}

function readPropertyType(cells: Cells, at: number): string | undefined {
  const stated = cells.text(at) ?? '';
  const words: readonly string[] = propertyVocabularies.propertyType.values;
  return words.includes(stated.toUpperCase()) ? stated.toUpperCase() : TYPES[stated.toLowerCase()];
}

/** A neutral CSV for the sales of notaries: one row a sale, prices in euros. */
const notaires: ColumnFormat<Column, ParsedSale> = {
  name: 'notaires',
  columns,
  required: ['date', 'price', 'type', 'city'],
  quoted: true,
  read(cells, at) {
    const [date, propertyType] = [cells.date(at.date), readPropertyType(cells, at.type)];
    const cityCode = cells.text(at.city) ?? '';
    const price = cells.number(at.price);
    if (!date) return cells.fault('no date', at.date);
    if (propertyType === undefined) return cells.fault('no type of property', at.type);
    if (!isCityCode(cityCode)) return cells.fault('no code of a commune', at.city);
    if (price !== undefined && !(price >= 0 && price < 1e13)) return cells.fault('no price', at.price);
    const figures = readFigures(cells, at);
    if ('reason' in figures) return figures;
    const priceCents = price === undefined ? undefined : Math.round(price * 100);
    const [parcel, streetNumber, streetName] = [at.parcel, at.number, at.street].map((column) =>
      cells.text(column),
    );
    const stated = cells.text(at.reference);
    const identity =
      stated ??
      JSON.stringify([
        date,
        priceCents ?? null,
        cityCode,
        propertyType,
        parcel,
        streetNumber,
        streetName,
        figures,
      ]);
    return {
      digest: computeNameDigest(NAMESPACE, identity),
      source: 'NOTAIRES_FR',
      dateMutation: date,
      nature: parseNature(cells.text(at.nature) ?? 'vente'),
      propertyType,
      priceCents,
      cityCode,
      streetNumber,
      streetName,
      parcel,
      externalRef: stated ?? `${date}/${parcel ?? cityCode}`,
      lots: LOTS[propertyType] ?? 'C',
      constructionEra: cells.text(at.era),
      elevator: readFlag(cells, at.lift),
      balcony: readFlag(cells, at.balcony),
      cellar: readFlag(cells, at.cellar),
      ...figures,
    };
  },
};

function readFigures(
  cells: Cells,
  at: Readonly<Record<Column, number>>,
): RowFault | Pick<ParsedSale, 'livingArea' | 'landArea' | 'rooms' | 'longitude' | 'latitude'> {
  const read = (column: Column): number | undefined => cells.number(at[column]);
  for (const column of ['livingArea', 'landArea', 'rooms'] as const)
    if (!((read(column) ?? 0) >= 0)) return cells.fault('no number', at[column]);
  const [longitude, latitude] = [read('longitude'), read('latitude')];
  const known =
    longitude !== undefined && latitude !== undefined && isLongitude(longitude) && isLatitude(latitude);
  const land = read('landArea');
  return {
    livingArea: read('livingArea') || undefined,
    landArea: land ? Math.round(land) : undefined,
    rooms: read('rooms') || undefined,
    longitude: known ? microDegrees(longitude) : undefined,
    latitude: known ? microDegrees(latitude) : undefined,
  };
}

export const notairesFormat = {
  name: notaires.name,
  lacks: missingColumns(notaires),
  open(head: string): OpenFormat<SaleRow> {
    const opened = openColumns(notaires, head);
    if ('missing' in opened) throw new ImportFault(`line 1: ${opened.missing.join(', ')} missing`);
    const sourceRows = new SourceRows();
    const layout = createSourceLayout(notaires.name, opened.separator, opened.header);
    return {
      name: notaires.name,
      quoted: true,
      hasHeader: true,
      notes: missingColumnNotes(notaires, opened),
      read(records, _, { add, reject }) {
        for (const record of records) {
          const stated = splitCellsOrFault(record, opened) ?? notaires.read(opened.cells, opened.positions);
          if (isFault(stated)) reject(stated, record.line);
          else add({ ...stated, layout, sourceRows: sourceRows.of([record]) });
        }
        return undefined;
      },
    };
  },
};
