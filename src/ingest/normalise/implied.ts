import type { ClaimPath } from '../text-facts/fact.ts';
import { type Block, isBlock, putAt, stepsOf, valueAt } from './at.ts';

/** What has an area is there. */
const SHOWN_BY_AREA: readonly [ClaimPath, ClaimPath][] = [
  ['area.outdoor.balcony', 'unit.balcony'],
  ['area.outdoor.terrace', 'unit.terrace'],
  ['area.outdoor.garden', 'unit.garden'],
  ['area.annexes.basement', 'unit.basement'],
];

/** Adds to the claims what follows from them and is not said itself; `claims` is changed. */
export function addImplied(claims: Block, countryCode: string | undefined): void {
  for (const [area, flag] of SHOWN_BY_AREA) {
    if (Number(valueAt(claims, stepsOf(area)) ?? 0) > 0) putUnlessSaid(claims, flag, true);
  }
  const floor = valueAt(claims, ['unit', 'floor']);
  if (claims['propertyType'] === 'FLAT' && typeof floor === 'number')
    putUnlessSaid(claims, 'unit.groundFloor', floor === 0);
  addSharedHeating(claims);
  if (countryCode === 'FR') addFrenchDiagnostic(claims);
}

function putUnlessSaid(claims: Block, path: ClaimPath, value: unknown): void {
  const steps = stepsOf(path);
  if (valueAt(claims, steps) === undefined) putAt(claims, steps, value);
}

/** A heating shared by the building heats both: a search by either finds it. */
function addSharedHeating(claims: Block): void {
  const heating = valueAt(claims, ['unit', 'energy', 'heating']);
  if (!Array.isArray(heating)) return;
  const shared = heating.filter((entry) => isBlock(entry) && entry['collective'] === true);
  if (shared.length > 0) putUnlessSaid(claims, 'building.energy.heating', shared);
}

const UNITS = { ENERGY_CONSUMPTION: 'KWH_EP_PER_SQM_YEAR', CARBON_EMISSIONS: 'KG_CO2E_PER_SQM_YEAR' };

/** In France a score is one of the DPE, in its units. Which edition of the rules it follows is never guessed. */
function addFrenchDiagnostic(claims: Block): void {
  const diagnostic = valueAt(claims, ['unit', 'diagnostic']);
  if (!isBlock(diagnostic) || (diagnostic['scores'] === undefined && diagnostic['reference'] === undefined))
    return;
  putUnlessSaid(claims, 'unit.diagnostic.type', 'DPE');
  for (const [score, unit] of Object.entries(UNITS)) {
    const value = valueAt(diagnostic, ['scores', score]);
    if (isBlock(value) && value['value'] !== undefined) value['unit'] ??= unit;
  }
}
