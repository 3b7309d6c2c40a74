import { squareMetresIn } from '../catalogue/measures.ts';
import { parseNumber } from './numbers.ts';
import { type Area, areaInSquareMetres, convertAreaUnit, parseAreaText } from './units.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Converts the areas of an object to one of our units. Foreign units are converted. The unit of a figure ("1,5 ha")
 * applies to the object when it states none.
 */
export function convertToOneUnit(object: JsonObject): JsonObject {
  const stated = typeof object['unit'] === 'string' ? object['unit'] : '';
  if (isInOneUnit(object, stated)) return object;
  const areas = Object.entries(object).flatMap(([name, value]) => {
    const area = name === 'unit' ? undefined : readAreaValue(value, stated);
    return area === undefined ? [] : [{ name, area }];
  });
  const unit = convertAreaUnit(1, stated)?.unit ?? areas[0]?.area.unit;
  if (unit === undefined) return object;
  const inUnit = ({ area }: { area: Area }) =>
    area.unit === unit ? area.value : areaInSquareMetres(area) / squareMetresIn[unit];
  return { ...object, ...Object.fromEntries(areas.map((each) => [each.name, inUnit(each)])), unit };
}

/** Whether every figure is a number in one of our units, or in none: most are. */
function isInOneUnit(object: JsonObject, stated: string): boolean {
  if (stated !== '' && !Object.hasOwn(squareMetresIn, stated)) return false;
  for (const name in object) if (name !== 'unit' && typeof object[name] === 'string') return false;
  return true;
}

/** Prefers the unit in the value over the one stated for the object. */
function readAreaValue(value: unknown, stated: string): Area | undefined {
  const own = typeof value === 'string' ? parseAreaText(value) : undefined;
  const number = typeof value === 'string' ? parseNumber(value) : value;
  return own ?? (typeof number === 'number' ? convertAreaUnit(number, stated) : undefined);
}
