import type { Cells } from '../../imports/cells.ts';
import type { ColumnFormat } from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import type { ColumnPositions } from '../../imports/header.ts';
import { isCityCode, isLatitude, isLongitude, microDegrees } from '../../imports/values.ts';
import { type DvfRow, formatStreetNumber } from './dvf-row.ts';

/** The columns that both editions have, under different names. */
const shared = {
  date: ['date_mutation', 'Date mutation'],
  disposition: ['numero_disposition', 'No disposition'],
  nature: ['nature_mutation', 'Nature mutation'],
  price: ['valeur_fonciere', 'Valeur fonciere'],
  number: ['adresse_numero', 'No voie'],
  suffix: ['adresse_suffixe', 'B/T/Q'],
  part: ['code_type_local', 'Code type local'],
  area: ['surface_reelle_bati', 'Surface reelle bati'],
  rooms: ['nombre_pieces_principales', 'Nombre pieces principales'],
  culture: ['code_nature_culture', 'Nature culture'],
  special: ['code_nature_culture_speciale', 'Nature culture speciale'],
  land: ['surface_terrain', 'Surface terrain'],
  lot1: ['lot1_numero', 'lot_1_numero', '1er lot'],
  lot2: ['lot2_numero', 'lot_2_numero', '2eme lot'],
  lot3: ['lot3_numero', 'lot_3_numero', '3eme lot'],
  lot4: ['lot4_numero', 'lot_4_numero', '4eme lot'],
  lot5: ['lot5_numero', 'lot_5_numero', '5eme lot'],
  carrez1: ['lot1_surface_carrez', 'Surface Carrez du 1er lot'],
  carrez2: ['lot2_surface_carrez', 'Surface Carrez du 2eme lot'],
  carrez3: ['lot3_surface_carrez', 'Surface Carrez du 3eme lot'],
  carrez4: ['lot4_surface_carrez', 'Surface Carrez du 4eme lot'],
  carrez5: ['lot5_surface_carrez', 'Surface Carrez du 5eme lot'],
} as const;
const geo = {
  ...shared,
  mutation: ['id_mutation'],
  street: ['adresse_nom_voie'],
  city: ['code_commune'],
  parcel: ['id_parcelle'],
  formerParcel: ['ancien_id_parcelle'],
  longitude: ['longitude'],
  latitude: ['latitude'],
} as const;
/** The edition's own names first: missing columns are reported by them. */
const sharedRaw = Object.fromEntries(
  Object.entries(shared).map(([name, names]) => [name, names.toReversed()]),
) as unknown as Readonly<Record<keyof typeof shared, readonly string[]>>;
const raw = {
  ...sharedRaw,
  streetType: ['Type de voie'],
  street: ['Voie'],
  department: ['Code departement'],
  commune: ['Code commune'],
  prefix: ['Prefixe de section'],
  section: ['Section'],
  plan: ['No plan'],
} as const;
type Shared = keyof typeof shared;

const PARCEL_CHARS = 14;

/** A commune, a prefix, a section and a number. */
function isParcel(text: string): boolean {
  if (text.length !== PARCEL_CHARS) return false;
  for (let at = 0; at < PARCEL_CHARS; at += 1) {
    const code = text.charCodeAt(at);
    const isFigure = code >= 48 && code <= 57;
    if (!isFigure && !(code >= 65 && code <= (at < 5 ? 66 : 90))) return false;
  }
  return true;
}

/** A higher price is not a price in euros. */
const MAX_PRICE = 1e13;

/** The location columns, which each edition lays out differently, with their positions for faults. */
interface LocationColumns
  extends Pick<
    DvfRow,
    'mutation' | 'streetName' | 'cityCode' | 'parcel' | 'soldAs' | 'longitude' | 'latitude'
  > {
  readonly cityAt: number;
  readonly parcelAt: number;
}

function readRow(cells: Cells, at: ColumnPositions<Shared>, location: LocationColumns): DvfRow | RowFault {
  const date = cells.date(at.date);
  if (!date) return cells.fault('no date', at.date);
  if (!isCityCode(location.cityCode))
    return cells.fault('no code of a commune', location.cityAt, location.cityCode);
  if (!isParcel(location.parcel)) return cells.fault('no parcel', location.parcelAt, location.parcel);
  const price = cells.number(at.price);
  if (price !== undefined && !(price >= 0 && price < MAX_PRICE)) return cells.fault('no price', at.price);
  const part = cells.text(at.part) ?? '';
  if (part !== '' && (part.length > 1 || !'1234'.includes(part)))
    return cells.fault('no kind of building from 1 to 4', at.part);
  const area = cells.number(at.area) ?? 0;
  const rooms = cells.number(at.rooms) ?? 0;
  const land = cells.number(at.land) ?? 0;
  if (!(area >= 0)) return cells.fault('no area', at.area);
  if (!(rooms >= 0)) return cells.fault('no count of rooms', at.rooms);
  if (!(land >= 0)) return cells.fault('no area of land', at.land);
  // Member by member: a spread takes as long as the rest of the row.
  return {
    mutation: location.mutation,
    streetName: location.streetName,
    cityCode: location.cityCode,
    parcel: location.parcel,
    soldAs: location.soldAs,
    longitude: location.longitude,
    latitude: location.latitude,
    date,
    disposition: cells.text(at.disposition) ?? '',
    nature: cells.text(at.nature) ?? '',
    priceCents: price === undefined ? undefined : Math.round(price * 100),
    streetNumber: formatStreetNumber(cells.number(at.number), cells.text(at.suffix)),
    lots: readLots(cells, at),
    carrez: area > 0 ? 0 : sumCarrezArea(cells, at),
    part,
    area,
    rooms,
    culture: (cells.text(at.culture) ?? '') + (cells.text(at.special) ?? ''),
    land,
  };
}

/** The private areas of all lots, for a home without an own area. */
function sumCarrezArea(cells: Cells, at: ColumnPositions<Shared>): number {
  let sum = 0;
  for (const column of [at.carrez1, at.carrez2, at.carrez3, at.carrez4, at.carrez5])
    sum += cells.number(column) || 0;
  return sum;
}

const NO_LOTS: readonly string[] = [];

function readLots(cells: Cells, at: ColumnPositions<Shared>): readonly string[] {
  const first = cells.text(at.lot1);
  if (first === undefined) return NO_LOTS;
  const second = cells.text(at.lot2);
  if (second === undefined) return [first];
  return [first, second, ...[at.lot3, at.lot4, at.lot5].flatMap((column) => cells.text(column) ?? [])];
}

/** The edition of Etalab, with points. */
export const geoDvf: ColumnFormat<keyof typeof geo, DvfRow> = {
  name: 'geo-dvf',
  columns: geo,
  required: [
    'mutation',
    'date',
    'nature',
    'price',
    'city',
    'parcel',
    'part',
    'area',
    'land',
    'longitude',
    'latitude',
  ],
  quoted: true,
  read(cells, at) {
    const longitude = cells.number(at.longitude);
    const latitude = cells.number(at.latitude);
    if (longitude !== undefined && !isLongitude(longitude)) return cells.fault('no longitude', at.longitude);
    if (latitude !== undefined && !isLatitude(latitude)) return cells.fault('no latitude', at.latitude);
    const known = longitude !== undefined && latitude !== undefined;
    const parcel = cells.text(at.parcel) ?? '';
    const former = cells.text(at.formerParcel);
    return readRow(cells, at, {
      mutation: cells.text(at.mutation) ?? '',
      streetName: cells.text(at.street),
      cityCode: cells.text(at.city) ?? '',
      parcel,
      soldAs: former !== undefined && isParcel(former) ? former : parcel,
      cityAt: at.city,
      parcelAt: at.parcel,
      longitude: known ? microDegrees(longitude) : undefined,
      latitude: known ? microDegrees(latitude) : undefined,
    });
  },
};

/** The file of the tax administration itself, without points. */
export const rawDvf: ColumnFormat<keyof typeof raw, DvfRow> = {
  name: 'dvf',
  columns: raw,
  required: ['date', 'nature', 'price', 'department', 'commune', 'section', 'plan', 'part', 'area', 'land'],
  quoted: false,
  read(cells, at) {
    const department = (cells.text(at.department) ?? '').padStart(2, '0');
    const cityCode =
      department + (cells.text(at.commune) ?? '').padStart(department.length === 2 ? 3 : 2, '0');
    const section = (cells.text(at.section) ?? '').padStart(2, '0');
    const parcel = `${cityCode}${(cells.text(at.prefix) ?? '').padStart(3, '0')}${section}${(cells.text(at.plan) ?? '').padStart(4, '0')}`;
    const street = [cells.text(at.streetType), cells.text(at.street)].filter(Boolean).join(' ');
    return readRow(cells, at, {
      mutation: '',
      streetName: street === '' ? undefined : street,
      cityCode,
      parcel,
      soldAs: parcel,
      cityAt: at.commune,
      parcelAt: at.plan,
      longitude: undefined,
      latitude: undefined,
    });
  },
};
