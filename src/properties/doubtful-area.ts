import { foldText } from '../lib/text.ts';
import { squareMetresPerUnit } from './consolidate/stated-value.ts';
import type { Claims } from './listing-state.ts';

const STATED_AREA = /(\d{1,4}(?:[.,]\d{1,2})?) ?(?:m2|m²|metres carres|sqm)(?![a-z0-9])/g;
/** A comma left out or put in the wrong place. */
const TYPO_RATIOS = [10, 100];
const ROUNDING = 0.06;

/** Whether its own words tell an area that is a tenth or ten times of what it states, and none like it: then the area is the misprint, not the price. */
export function isAreaDoubtful({ area, body }: Pick<Claims, 'area' | 'body'>): boolean {
  const stated = (area?.displayed ?? 0) * squareMetresPerUnit(area?.unit);
  if (stated <= 0) return false;
  const words = foldText(`${body?.title ?? ''}. ${body?.description ?? ''}`);
  const told = [...words.matchAll(STATED_AREA)].map(([, figure = '']) => Number(figure.replace(',', '.')));
  const isLike = (one: number, other: number): boolean => Math.abs(one / other - 1) <= ROUNDING;
  if (told.some((metres) => isLike(metres, stated))) return false;
  return told.some((metres) =>
    TYPO_RATIOS.some((factor) => isLike(metres * factor, stated) || isLike(metres / factor, stated)),
  );
}
