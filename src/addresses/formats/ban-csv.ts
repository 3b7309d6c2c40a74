import type { ColumnFormat } from '../../imports/columns.ts';
import { type RowFault, rowFault } from '../../imports/fault.ts';
import type { Places } from '../../imports/header.ts';
import {
  CITY_CODE,
  isLatitude,
  isLongitude,
  microDegrees,
  numberIn,
  POSTAL_CODE,
  textIn,
} from '../../imports/values.ts';
import type { AddressRow } from '../address-row.ts';

const columns = {
  id: ['id', 'id_ban'],
  numero: ['numero'],
  rep: ['rep'],
  nom_voie: ['nom_voie'],
  code_postal: ['code_postal'],
  code_insee: ['code_insee'],
  lon: ['lon', 'long'],
  lat: ['lat'],
} as const;
type Column = keyof typeof columns;

const STREET_CODE = /^([0-9AB]{5}_[0-9a-zA-Z]+)(?:_|$)/;

/** The national address base as CSV, with or without the identifiers added in 2024. */
export const banCsv: ColumnFormat<Column, AddressRow> = {
  name: 'ban-csv',
  columns,
  required: ['id', 'numero', 'nom_voie', 'code_postal', 'code_insee', 'lon', 'lat'],
  quoted: true,
  read(cells, at) {
    const streetCode = STREET_CODE.exec(cells[at.id] ?? '')?.[1];
    const cityCode = textIn(cells, at.code_insee) ?? '';
    const postalCode = textIn(cells, at.code_postal) ?? '';
    const streetName = textIn(cells, at.nom_voie);
    if (streetCode === undefined) return rowFault('no identifier of an address', 'id', cells[at.id]);
    if (!CITY_CODE.test(cityCode)) return rowFault('no code of a commune', 'code_insee', cityCode);
    if (!POSTAL_CODE.test(postalCode)) return rowFault('no postal code', 'code_postal', postalCode);
    if (streetName === undefined) return rowFault('no street', 'nom_voie');
    const place = placeOf(cells, at);
    if ('reason' in place) return place;
    return { streetCode, cityCode, postalCode, streetName, ...place };
  },
};

function placeOf(
  cells: readonly string[],
  at: Places<Column>,
): RowFault | Pick<AddressRow, 'number' | 'suffix' | 'longitude' | 'latitude'> {
  const number = numberIn(cells, at.numero) ?? Number.NaN;
  const [lon, lat] = [numberIn(cells, at.lon) ?? Number.NaN, numberIn(cells, at.lat) ?? Number.NaN];
  if (!Number.isInteger(number) || number < 0 || number > 99_999)
    return rowFault('no house number', 'numero', cells[at.numero]);
  if (!isLongitude(lon)) return rowFault('no longitude', 'lon', cells[at.lon]);
  if (!isLatitude(lat)) return rowFault('no latitude', 'lat', cells[at.lat]);
  const suffix = (textIn(cells, at.rep) ?? '').toLowerCase();
  return { number, suffix, longitude: microDegrees(lon), latitude: microDegrees(lat) };
}
