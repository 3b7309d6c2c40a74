import { squareMetresIn } from '../catalogue/measures.ts';
import { parseNumber } from './numbers.ts';
import { type Area, areaInSquareMetres, convertAreaUnit, parseAreaText } from './units.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A block of areas with its figures in one unit of ours: units we do not have are converted, and a figure that brings its own
 * unit ("1,5 ha") decides the block's when nothing else does.
 */
export function convertToOneUnit(block: JsonObject): JsonObject {
  const stated = typeof block['unit'] === 'string' ? block['unit'] : '';
  const areas = Object.entries(block).flatMap(([name, value]) => {
    const area = name === 'unit' ? undefined : readAreaValue(value, stated);
    return area === undefined ? [] : [{ name, area }];
  });
  const unit = convertAreaUnit(1, stated)?.unit ?? areas[0]?.area.unit;
  if (unit === undefined) return block;
  const inUnit = ({ area }: { area: Area }) =>
    area.unit === unit ? area.value : areaInSquareMetres(area) / squareMetresIn[unit];
  return { ...block, ...Object.fromEntries(areas.map((each) => [each.name, inUnit(each)])), unit };
}

/** A figure by its own unit, else by the one stated for the block. */
function readAreaValue(value: unknown, stated: string): Area | undefined {
  const own = typeof value === 'string' ? parseAreaText(value) : undefined;
  const number = typeof value === 'string' ? parseNumber(value) : value;
  return own ?? (typeof number === 'number' ? convertAreaUnit(number, stated) : undefined);
}
