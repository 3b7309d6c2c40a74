import { squareMetresIn } from '../catalogue/measures.ts';
import { numberFrom } from './numbers.ts';
import { type Area, areaFrom, areaIn, squareMetres } from './units.ts';

type Block = Readonly<Record<string, unknown>>;

/**
 * A block of areas with its figures in one unit of ours: units we do not have are converted, and a figure that brings its own
 * unit ("1,5 ha") decides the block's when nothing else does.
 */
export function inOneUnit(block: Block): Block {
  const stated = typeof block['unit'] === 'string' ? block['unit'] : '';
  const areas = Object.entries(block).flatMap(([name, value]) => {
    const area = name === 'unit' ? undefined : areaOf(value, stated);
    return area === undefined ? [] : [{ name, area }];
  });
  const unit = areaIn(1, stated)?.unit ?? areas[0]?.area.unit;
  if (unit === undefined) return block;
  const inUnit = ({ area }: { area: Area }) =>
    area.unit === unit ? area.value : squareMetres(area) / squareMetresIn[unit];
  return { ...block, ...Object.fromEntries(areas.map((each) => [each.name, inUnit(each)])), unit };
}

/** A figure by its own unit, else by the one stated for the block. */
function areaOf(value: unknown, stated: string): Area | undefined {
  const own = typeof value === 'string' ? areaFrom(value) : undefined;
  const number = typeof value === 'string' ? numberFrom(value) : value;
  return own ?? (typeof number === 'number' ? areaIn(number, stated) : undefined);
}
