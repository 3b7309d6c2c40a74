import type { ClaimPath } from '../text-facts/fact.ts';
import {
  getAtPath,
  isMutableJsonObject,
  type MutableJsonObject,
  setAtPath,
  splitClaimPath,
} from './json-path.ts';

/** An area implies the flag. */
const IMPLIED_BY_AREA: readonly [ClaimPath, ClaimPath][] = [
  ['area.outdoor.balcony', 'unit.balcony'],
  ['area.outdoor.terrace', 'unit.terrace'],
  ['area.outdoor.garden', 'unit.garden'],
  ['area.annexes.basement', 'unit.basement'],
];

/** Adds claims that follow from others and are not stated; mutates `claims`. */
export function addImplied(claims: MutableJsonObject, countryCode: string | undefined): void {
  for (const [area, flag] of IMPLIED_BY_AREA) {
    if (Number(getAtPath(claims, splitClaimPath(area)) ?? 0) > 0) setIfAbsent(claims, flag, true);
  }
  const floor = getAtPath(claims, ['unit', 'floor']);
  if (claims['propertyType'] === 'FLAT' && typeof floor === 'number')
    setIfAbsent(claims, 'unit.groundFloor', floor === 0);
  addSharedHeating(claims);
  if (countryCode === 'FR') addFrenchDiagnostic(claims);
}

function setIfAbsent(claims: MutableJsonObject, path: ClaimPath, value: unknown): void {
  const steps = splitClaimPath(path);
  if (getAtPath(claims, steps) === undefined) setAtPath(claims, steps, value);
}

/** Collective heating is set on the unit and the building, so that a search by either finds it. */
function addSharedHeating(claims: MutableJsonObject): void {
  const heating = getAtPath(claims, ['unit', 'energy', 'heating']);
  if (!Array.isArray(heating)) return;
  const shared = heating.filter((entry) => isMutableJsonObject(entry) && entry['collective'] === true);
  if (shared.length > 0) setIfAbsent(claims, 'building.energy.heating', shared);
}

const UNITS = { ENERGY_CONSUMPTION: 'KWH_EP_PER_SQM_YEAR', CARBON_EMISSIONS: 'KG_CO2E_PER_SQM_YEAR' };

/** A French score is a DPE score in its units. The edition of the rules is not inferred. */
function addFrenchDiagnostic(claims: MutableJsonObject): void {
  const diagnostic = getAtPath(claims, ['unit', 'diagnostic']);
  if (
    !isMutableJsonObject(diagnostic) ||
    (diagnostic['scores'] === undefined && diagnostic['reference'] === undefined)
  )
    return;
  setIfAbsent(claims, 'unit.diagnostic.type', 'DPE');
  for (const [score, unit] of Object.entries(UNITS)) {
    const value = getAtPath(diagnostic, ['scores', score]);
    if (isMutableJsonObject(value) && value['value'] !== undefined) value['unit'] ??= unit;
  }
}
