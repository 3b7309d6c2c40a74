import { foldText } from '../lib/text.ts';
import { squareMetresPerUnit } from './consolidate/stated-value.ts';
import type { Claims } from './listing-state.ts';

const STATED_AREA = /(\d{1,4}(?:[.,]\d{1,2})?) ?(?:m2|m²|metres carres|sqm)(?![a-z0-9])/g;
/** A missing or misplaced decimal comma. */
const TYPO_RATIOS = [10, 100];
const ROUNDING = 0.06;

/**
 * Whether the description states an area a tenth or ten times as large, and none like the stated one: then the
 * area is the misprint, not the price.
 */
export function isAreaDoubtful({ area, body }: Pick<Claims, 'area' | 'body'>): boolean {
  const stated = (area?.displayed ?? 0) * squareMetresPerUnit(area?.unit);
  if (stated <= 0) return false;
  const words = foldText(`${body?.title ?? ''}. ${body?.description ?? ''}`);
  const described = [...words.matchAll(STATED_AREA)].map(([, figure = '']) =>
    Number(figure.replace(',', '.')),
  );
  const isLike = (one: number, other: number): boolean => Math.abs(one / other - 1) <= ROUNDING;
  if (described.some((metres) => isLike(metres, stated))) return false;
  return described.some((metres) =>
    TYPO_RATIOS.some((factor) => isLike(metres * factor, stated) || isLike(metres / factor, stated)),
  );
}
