import { type RowFault, rowFault } from '../../imports/fault.ts';
import type { Places } from '../../imports/header.ts';
import {
  CITY_CODE,
  dateIn,
  isLatitude,
  isLongitude,
  microDegrees,
  numberIn,
  POSTAL_CODE,
  textIn,
} from '../../imports/values.ts';
import type { CertificateKind, CertificateRow } from '../certificate-row.ts';
import { builtWithin, floorIn, labelParts } from './certificate-address.ts';
import { type CertificateColumn, certificateColumns } from './certificate-columns.ts';

type At = Places<CertificateColumn>;
type Cells = readonly string[];

const NUMBER = /^[0-9A-Z]{6,20}$/;
const RATING = /^[A-G]$/;
/** What stands for a blank certificate. */
const BLANK = 'N';
/** A smallint; no home burns as much. */
const GREATEST_VALUE = 32_767;
const OLDEST_YEAR = 1000;

/** Reads a row of any generation: what it lacks is unknown, what makes no sense is told with its column. */
export function readCertificate(cells: Cells, at: At): CertificateRow | RowFault {
  const number = (textIn(cells, at.number) ?? '').toUpperCase();
  if (!NUMBER.test(number)) return rowFault('no number of a certificate', 'numero_dpe', cells[at.number]);
  const ratings = ratingsOf(cells, at);
  if ('reason' in ratings) return ratings;
  const figures = figuresOf(cells, at);
  if ('reason' in figures) return figures;
  const place = placeOf(cells, at);
  if ('reason' in place) return place;
  const establishedOn = dateIn(cells, at.establishedOn);
  if (establishedOn === null) return rowFault('no date', 'date_etablissement_dpe', cells[at.establishedOn]);
  const built = builtOf(cells, at);
  return {
    number,
    establishedOn,
    kind: kindOf(textIn(cells, at.kind)),
    // Named one by one: four spreads took a fifth of the time of an import.
    energyRating: ratings.energyRating,
    ghgRating: ratings.ghgRating,
    energyValue: figures.energyValue,
    ghgValue: figures.ghgValue,
    area: figures.area,
    cityCode: place.cityCode,
    postalCode: place.postalCode,
    longitude: place.longitude,
    latitude: place.latitude,
    addressScore: place.addressScore,
    streetNumber: place.streetNumber,
    streetName: place.streetName,
    constructionYear: built.constructionYear,
    builtAfter: built.builtAfter,
    builtBefore: built.builtBefore,
    floor: built.floor,
  };
}

function ratingsOf(cells: Cells, at: At): RowFault | { energyRating: string; ghgRating: string } {
  const energyRating = (textIn(cells, at.energyRating) ?? BLANK).toUpperCase();
  const ghgRating = (textIn(cells, at.ghgRating) ?? BLANK).toUpperCase();
  if (energyRating !== BLANK && !RATING.test(energyRating))
    return rowFault('no letter from A to G', 'etiquette_dpe', energyRating);
  if (ghgRating !== BLANK && !RATING.test(ghgRating))
    return rowFault('no letter from A to G', 'etiquette_ges', ghgRating);
  return { energyRating, ghgRating };
}

function figuresOf(
  cells: Cells,
  at: At,
): RowFault | Pick<CertificateRow, 'area' | 'energyValue' | 'ghgValue'> {
  const area = numberIn(cells, at.area) ?? numberIn(cells, at.buildingArea);
  const energy = numberIn(cells, at.energyValue);
  const ghg = numberIn(cells, at.ghgValue) ?? perArea(numberIn(cells, at.ghgTotal), area);
  for (const [name, figure] of [
    ['area', area],
    ['energyValue', energy],
    ['ghgValue', ghg],
  ] as const)
    if (Number.isNaN(figure)) return rowFault('no number', certificateColumns[name][0], cells[at[name]]);
  return {
    area: area !== undefined && area > 0 ? area : undefined,
    energyValue: whole(energy),
    ghgValue: whole(ghg),
  };
}

const perArea = (total: number | undefined, area: number | undefined): number | undefined =>
  total === undefined || area === undefined || area === 0 ? undefined : total / area;

const whole = (value: number | undefined): number | undefined =>
  value === undefined || value < 0 || value > GREATEST_VALUE ? undefined : Math.round(value);

function placeOf(
  cells: Cells,
  at: At,
):
  | RowFault
  | Pick<
      CertificateRow,
      'cityCode' | 'postalCode' | 'longitude' | 'latitude' | 'addressScore' | 'streetNumber' | 'streetName'
    > {
  const cityCode = padded(textIn(cells, at.cityCode));
  if (cityCode !== '' && !CITY_CODE.test(cityCode))
    return rowFault('no code of a commune', 'code_insee_ban', cityCode);
  const [streetType, streetName] = [textIn(cells, at.streetType), textIn(cells, at.streetName)];
  const toldCode = textIn(cells, at.postalCode);
  const isWhole = streetName !== undefined && toldCode !== undefined;
  const named = labelParts(isWhole ? '' : (textIn(cells, at.label) ?? ''));
  const postalCode = padded(toldCode ?? named.postalCode ?? textIn(cells, at.postalCodeGiven));
  if (postalCode !== '' && !POSTAL_CODE.test(postalCode))
    return rowFault('no postal code', 'code_postal_ban', postalCode);
  const score = numberIn(cells, at.score);
  return {
    cityCode,
    postalCode,
    streetNumber: houseNumber(
      textIn(cells, at.streetNumber) ?? (streetName === undefined ? named.streetNumber : undefined),
    ),
    streetName:
      streetName === undefined ? named.streetName : [streetType, streetName].filter(Boolean).join(' '),
    addressScore:
      score === undefined || Number.isNaN(score) ? undefined : Math.round(100 * Math.min(score, 1)),
    ...pointOf(cells, at),
  };
}

/** A spreadsheet takes the zero off 01000, and adds one behind the point of 69001. */
const padded = (code: string | undefined): string =>
  (code ?? '').replace(/\.0$/, '').padStart(code ? 5 : 0, '0');

/** `0` and `0.0` stand for no number. */
const houseNumber = (told: string | undefined): string | undefined => {
  const plain = told?.replace(/\.0$/, '');
  return plain === undefined || /^0*$/.test(plain) ? undefined : plain;
};

function pointOf(cells: Cells, at: At): Pick<CertificateRow, 'longitude' | 'latitude'> {
  const [lat, lon] = (textIn(cells, at.point) ?? '').split(',');
  const latitude = lon === undefined ? numberIn(cells, at.latitude) : Number(lat);
  const longitude = lon === undefined ? numberIn(cells, at.longitude) : Number(lon);
  if (latitude === undefined || longitude === undefined || !isLatitude(latitude) || !isLongitude(longitude))
    return { longitude: undefined, latitude: undefined };
  return { longitude: microDegrees(longitude), latitude: microDegrees(latitude) };
}

function kindOf(told: string | undefined): CertificateKind {
  const plain = (told ?? '').toLowerCase();
  if (plain.startsWith('maison')) return 'H';
  return /immeuble|collectif/.test(plain) ? 'B' : 'F';
}

/** The floor's own column says 0 for nine in ten, whatever the floor: only the free text is believed on the ground floor. */
function builtOf(
  cells: Cells,
  at: At,
): Pick<CertificateRow, 'constructionYear' | 'builtAfter' | 'builtBefore' | 'floor'> {
  const year = numberIn(cells, at.constructionYear);
  const { after, before } = builtWithin(textIn(cells, at.period) ?? '');
  const stated = numberIn(cells, at.floor);
  const [unitNote, position] = [textIn(cells, at.unitNote), textIn(cells, at.position)];
  const noted =
    unitNote === undefined && position === undefined
      ? undefined
      : floorIn(`${unitNote ?? ''} ${position ?? ''}`);
  return {
    constructionYear: year !== undefined && year >= OLDEST_YEAR && year < 2200 ? Math.round(year) : undefined,
    builtAfter: after,
    builtBefore: before,
    floor: noted ?? (stated !== undefined && stated > 0 && stated < 100 ? Math.round(stated) : undefined),
  };
}
