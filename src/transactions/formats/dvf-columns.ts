import type { ColumnFormat } from '../../imports/columns.ts';
import { type RowFault, rowFault } from '../../imports/fault.ts';
import type { Places } from '../../imports/header.ts';
import {
  CITY_CODE,
  dateIn,
  isLatitude,
  isLongitude,
  microDegrees,
  numberIn,
  textIn,
} from '../../imports/values.ts';
import { type DvfRow, streetNumberOf } from './dvf-row.ts';

type Cells = readonly string[];

/** What the two editions call the same columns. */
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
} as const;
const geo = {
  ...shared,
  mutation: ['id_mutation'],
  street: ['adresse_nom_voie'],
  city: ['code_commune'],
  parcel: ['id_parcelle'],
  longitude: ['longitude'],
  latitude: ['latitude'],
} as const;
const raw = {
  ...shared,
  streetType: ['Type de voie'],
  street: ['Voie'],
  department: ['Code departement'],
  commune: ['Code commune'],
  prefix: ['Prefixe de section'],
  section: ['Section'],
  plan: ['No plan'],
} as const;
type Shared = keyof typeof shared;

const PART = /^[1-4]?$/;
const PARCEL = /^[0-9AB]{5}[0-9A-Z]{9}$/;
/** A price beyond this is no price in euros. */
const GREATEST_PRICE = 1e13;

type Place = Pick<DvfRow, 'mutation' | 'streetName' | 'cityCode' | 'parcel' | 'longitude' | 'latitude'>;

function readRow(cells: Cells, at: Places<Shared>, place: Place): DvfRow | RowFault {
  const date = dateIn(cells, at.date);
  if (!date) return rowFault('no date', 'date_mutation', cells[at.date]);
  if (!CITY_CODE.test(place.cityCode))
    return rowFault('no code of a commune', 'code_commune', place.cityCode);
  if (!PARCEL.test(place.parcel)) return rowFault('no parcel', 'id_parcelle', place.parcel);
  const price = numberIn(cells, at.price);
  if (price !== undefined && !(price >= 0 && price < GREATEST_PRICE))
    return rowFault('no price', 'valeur_fonciere', cells[at.price]);
  const part = textIn(cells, at.part) ?? '';
  if (!PART.test(part)) return rowFault('no kind of building from 1 to 4', 'code_type_local', part);
  const area = numberIn(cells, at.area) ?? 0;
  const rooms = numberIn(cells, at.rooms) ?? 0;
  const land = numberIn(cells, at.land) ?? 0;
  if (!(area >= 0)) return rowFault('no area', 'surface_reelle_bati', cells[at.area]);
  if (!(rooms >= 0)) return rowFault('no count of rooms', 'nombre_pieces_principales', cells[at.rooms]);
  if (!(land >= 0)) return rowFault('no area of land', 'surface_terrain', cells[at.land]);
  return {
    ...place,
    date,
    disposition: textIn(cells, at.disposition) ?? '',
    nature: textIn(cells, at.nature) ?? '',
    priceCents: price === undefined ? undefined : Math.round(price * 100),
    streetNumber: streetNumberOf(numberIn(cells, at.number), textIn(cells, at.suffix)),
    lots: lotsIn(cells, at),
    carrez: (numberIn(cells, at.carrez1) ?? 0) + (numberIn(cells, at.carrez2) ?? 0) || 0,
    part,
    area,
    rooms,
    culture: `${textIn(cells, at.culture) ?? ''}${textIn(cells, at.special) ?? ''}`,
    land,
  };
}

function lotsIn(cells: Cells, at: Places<Shared>): string[] {
  if (textIn(cells, at.lot1) === undefined) return [];
  return [at.lot1, at.lot2, at.lot3, at.lot4, at.lot5].flatMap((column) => textIn(cells, column) ?? []);
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
    const [longitude, latitude] = [numberIn(cells, at.longitude), numberIn(cells, at.latitude)];
    if (longitude !== undefined && !isLongitude(longitude))
      return rowFault('no longitude', 'longitude', cells[at.longitude]);
    if (latitude !== undefined && !isLatitude(latitude))
      return rowFault('no latitude', 'latitude', cells[at.latitude]);
    const known = longitude !== undefined && latitude !== undefined;
    return readRow(cells, at, {
      mutation: textIn(cells, at.mutation) ?? '',
      streetName: textIn(cells, at.street),
      cityCode: textIn(cells, at.city) ?? '',
      parcel: textIn(cells, at.parcel) ?? '',
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
    const department = (textIn(cells, at.department) ?? '').padStart(2, '0');
    const cityCode =
      department + (textIn(cells, at.commune) ?? '').padStart(department.length === 2 ? 3 : 2, '0');
    const section = (textIn(cells, at.section) ?? '').padStart(2, '0');
    const parcel = `${cityCode}${(textIn(cells, at.prefix) ?? '').padStart(3, '0')}${section}${(textIn(cells, at.plan) ?? '').padStart(4, '0')}`;
    const street = [textIn(cells, at.streetType), textIn(cells, at.street)].filter(Boolean).join(' ');
    return readRow(cells, at, {
      mutation: '',
      streetName: street === '' ? undefined : street,
      cityCode,
      parcel,
      longitude: undefined,
      latitude: undefined,
    });
  },
};
