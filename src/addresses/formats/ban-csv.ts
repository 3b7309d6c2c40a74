import type { ColumnFormat } from '../../imports/columns.ts';
import { isCityCode, isLatitude, isLongitude, isPostalCode, microDegrees } from '../../imports/values.ts';
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
    const streetCode = STREET_CODE.exec(cells.raw(at.id) ?? '')?.[1];
    const cityCode = cells.text(at.code_insee) ?? '';
    const postalCode = cells.text(at.code_postal) ?? '';
    const streetName = cells.text(at.nom_voie);
    if (streetCode === undefined) return cells.fault('no identifier of an address', at.id);
    if (!isCityCode(cityCode)) return cells.fault('no code of a commune', at.code_insee);
    if (!isPostalCode(postalCode)) return cells.fault('no postal code', at.code_postal);
    if (streetName === undefined) return cells.fault('no street', at.nom_voie);
    const number = cells.number(at.numero) ?? Number.NaN;
    const lon = cells.number(at.lon) ?? Number.NaN;
    const lat = cells.number(at.lat) ?? Number.NaN;
    if (!Number.isInteger(number) || number < 0 || number > 99_999)
      return cells.fault('no house number', at.numero);
    if (!isLongitude(lon)) return cells.fault('no longitude', at.lon);
    if (!isLatitude(lat)) return cells.fault('no latitude', at.lat);
    return {
      streetCode,
      cityCode,
      postalCode,
      streetName,
      number,
      suffix: cells.text(at.rep)?.toLowerCase() ?? '',
      longitude: microDegrees(lon),
      latitude: microDegrees(lat),
    };
  },
};
