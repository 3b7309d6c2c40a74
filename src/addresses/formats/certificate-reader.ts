import type { Cells } from '../../imports/cells.ts';
import type { RowFault } from '../../imports/fault.ts';
import type { ColumnPositions } from '../../imports/header.ts';
import { isCityCode, isLatitude, isLongitude, isPostalCode, microDegrees } from '../../imports/values.ts';
import type { CertificateKind, CertificateRow } from '../certificate-row.ts';
import { NO_LABEL_PARTS, parseBuildPeriod, parseFloorNote, parseLabel } from './certificate-address.ts';
import type { CertificateColumn } from './certificate-columns.ts';

type CertificatePositions = ColumnPositions<CertificateColumn>;

const NUMBER = /^[0-9A-Z]{6,20}$/;
const isRating = (text: string): boolean => text.length === 1 && 'ABCDEFG'.includes(text);
/** The label of a blank certificate. */
const BLANK = 'N';
/** The maximum of a smallint; no home consumes as much. */
const MAX_VALUE = 32_767;
const MIN_YEAR = 1000;
const AT_ANY_TIME: ReturnType<typeof parseBuildPeriod> = {};

/** Parses a row of any generation: missing values are undefined, invalid ones are reported with their column. */
export function readCertificate(cells: Cells, at: CertificatePositions): CertificateRow | RowFault {
  const number = (cells.text(at.number) ?? '').toUpperCase();
  if (!NUMBER.test(number)) return cells.fault('no number of a certificate', at.number);
  const ratings = readRatings(cells, at);
  if ('reason' in ratings) return ratings;
  const figures = readFigures(cells, at);
  if ('reason' in figures) return figures;
  const location = readLocation(cells, at);
  if ('reason' in location) return location;
  const establishedOn = cells.date(at.establishedOn);
  if (establishedOn === null) return cells.fault('no date', at.establishedOn);
  const built = readBuildYears(cells, at);
  return {
    number,
    establishedOn,
    kind: parseCertificateKind(cells.text(at.kind)),
    // Member by member: four spreads took a fifth of an import.
    energyRating: ratings.energyRating,
    ghgRating: ratings.ghgRating,
    energyValue: figures.energyValue,
    ghgValue: figures.ghgValue,
    area: figures.area,
    cityCode: location.cityCode,
    postalCode: location.postalCode,
    longitude: location.longitude,
    latitude: location.latitude,
    addressScore: location.addressScore,
    streetNumber: location.streetNumber,
    streetName: location.streetName,
    constructionYear: built.constructionYear,
    builtAfter: built.builtAfter,
    builtBefore: built.builtBefore,
    floor: built.floor,
  };
}

function readRatings(
  cells: Cells,
  at: CertificatePositions,
): RowFault | { energyRating: string; ghgRating: string } {
  const energyRating = (cells.text(at.energyRating) ?? BLANK).toUpperCase();
  const ghgRating = (cells.text(at.ghgRating) ?? BLANK).toUpperCase();
  if (energyRating !== BLANK && !isRating(energyRating))
    return cells.fault('no letter from A to G', at.energyRating);
  if (ghgRating !== BLANK && !isRating(ghgRating)) return cells.fault('no letter from A to G', at.ghgRating);
  return { energyRating, ghgRating };
}

function readFigures(
  cells: Cells,
  at: CertificatePositions,
): RowFault | Pick<CertificateRow, 'area' | 'energyValue' | 'ghgValue'> {
  const ownArea = cells.number(at.area);
  const area = ownArea ?? cells.number(at.buildingArea);
  const energy = cells.number(at.energyValue);
  const ownGhg = cells.number(at.ghgValue);
  const ghg = ownGhg ?? perArea(cells.number(at.ghgTotal), area);
  if (Number.isNaN(area)) return cells.fault('no number', ownArea === undefined ? at.buildingArea : at.area);
  if (Number.isNaN(energy)) return cells.fault('no number', at.energyValue);
  if (Number.isNaN(ghg)) return cells.fault('no number', ownGhg === undefined ? at.ghgTotal : at.ghgValue);
  return {
    area: area !== undefined && area > 0 ? area : undefined,
    energyValue: whole(energy),
    ghgValue: whole(ghg),
  };
}

const perArea = (total: number | undefined, area: number | undefined): number | undefined =>
  total === undefined || area === undefined || area === 0 ? undefined : total / area;

const whole = (value: number | undefined): number | undefined =>
  value === undefined || value < 0 || value > MAX_VALUE ? undefined : Math.round(value);

function readLocation(
  cells: Cells,
  at: CertificatePositions,
):
  | RowFault
  | Pick<
      CertificateRow,
      'cityCode' | 'postalCode' | 'longitude' | 'latitude' | 'addressScore' | 'streetNumber' | 'streetName'
    > {
  const cityCode = padCode(cells.text(at.cityCode));
  if (cityCode !== '' && !isCityCode(cityCode)) return cells.fault('no code of a commune', at.cityCode);
  const streetType = cells.text(at.streetType);
  const streetName = cells.text(at.streetName);
  const toldCode = cells.text(at.postalCode);
  const isWhole = streetName !== undefined && toldCode !== undefined;
  const named = isWhole ? NO_LABEL_PARTS : parseLabel(cells.text(at.label) ?? '');
  const codeAt = toldCode !== undefined ? at.postalCode : named.postalCode ? at.label : at.postalCodeGiven;
  const postalCode = padCode(toldCode ?? named.postalCode ?? cells.text(at.postalCodeGiven));
  if (postalCode !== '' && !isPostalCode(postalCode)) return cells.fault('no postal code', codeAt);
  const score = cells.number(at.score);
  const point = readPoint(cells, at);
  return {
    cityCode,
    postalCode,
    streetNumber: houseNumber(
      cells.text(at.streetNumber) ?? (streetName === undefined ? named.streetNumber : undefined),
    ),
    streetName:
      streetName === undefined || streetType === undefined
        ? (streetName ?? named.streetName)
        : `${streetType} ${streetName}`,
    addressScore:
      score === undefined || Number.isNaN(score) ? undefined : Math.round(100 * Math.min(score, 1)),
    longitude: point?.longitude,
    latitude: point?.latitude,
  };
}

const CODE_CHARS = 5;

/** A spreadsheet drops the zero of 01000, and appends a decimal zero to 69001. */
const padCode = (code: string | undefined): string => {
  if (code === undefined || code.length === CODE_CHARS) return code ?? '';
  return code.replace(/\.0$/, '').padStart(CODE_CHARS, '0');
};

/** `0` and `0.0` mean no number. */
const houseNumber = (stated: string | undefined): string | undefined => {
  const plain = stated?.endsWith('.0') ? stated.slice(0, -2) : stated;
  return plain === undefined || plain === '' || (plain.startsWith('0') && /^0*$/.test(plain))
    ? undefined
    : plain;
};

function readPoint(
  cells: Cells,
  at: CertificatePositions,
): { longitude: number; latitude: number } | undefined {
  const point = cells.text(at.point) ?? '';
  const comma = point.indexOf(',');
  const latitude = comma < 0 ? cells.number(at.latitude) : Number(point.slice(0, comma));
  const longitude = comma < 0 ? cells.number(at.longitude) : Number(point.slice(comma + 1));
  if (latitude === undefined || longitude === undefined || !isLatitude(latitude) || !isLongitude(longitude))
    return undefined;
  return { longitude: microDegrees(longitude), latitude: microDegrees(latitude) };
}

function parseCertificateKind(stated: string | undefined): CertificateKind {
  if (stated === 'appartement') return 'F';
  const plain = (stated ?? '').toLowerCase();
  if (plain.startsWith('maison')) return 'H';
  return /immeuble|collectif/.test(plain) ? 'B' : 'F';
}

/**
 * The column of the floor is 0 in nine of ten rows, whatever the floor: the ground floor is taken only from the free
 * text.
 */
function readBuildYears(
  cells: Cells,
  at: CertificatePositions,
): Pick<CertificateRow, 'constructionYear' | 'builtAfter' | 'builtBefore' | 'floor'> {
  const year = cells.number(at.constructionYear);
  const period = cells.text(at.period);
  const { after, before } = period === undefined ? AT_ANY_TIME : parseBuildPeriod(period);
  const stated = cells.number(at.floor);
  const unitNote = cells.text(at.unitNote);
  const position = cells.text(at.position);
  const noted =
    unitNote === undefined && position === undefined
      ? undefined
      : parseFloorNote(`${unitNote ?? ''} ${position ?? ''}`);
  return {
    constructionYear: year !== undefined && year >= MIN_YEAR && year < 2200 ? Math.round(year) : undefined,
    builtAfter: after,
    builtBefore: before,
    floor: noted ?? (stated !== undefined && stated > 0 && stated < 100 ? Math.round(stated) : undefined),
  };
}
