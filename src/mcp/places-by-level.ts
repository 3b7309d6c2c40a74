import type { DivisionType } from '../geo/division.ts';
import { validationProblem } from '../service/problem.ts';
import type { PlaceMatch } from './locations.ts';

export type PlaceLevel = 'city' | 'district' | 'neighborhood';

const LEVELS: Partial<Record<DivisionType, PlaceLevel>> = {
  MUNICIPALITY: 'city',
  MUNICIPAL_DISTRICT: 'district',
  NEIGHBORHOOD: 'neighborhood',
};

/** The ids of the places by level. Figures and sales are stored by these three levels. */
export function idsByLevel(located: readonly PlaceMatch[]): Partial<Record<PlaceLevel, string[]>> {
  const ids: Partial<Record<PlaceLevel, string[]>> = {};
  for (const { asked, best } of located) {
    const level = best && LEVELS[best.locationType];
    if (best === undefined || level === undefined)
      throw validationProblem(
        'city',
        `"${asked.slice(0, 100)}" is no municipality, district or neighbourhood; name those.`,
        'not_allowed',
      );
    ids[level] = [...(ids[level] ?? []), best.id];
  }
  if (Object.keys(ids).length > 1)
    throw validationProblem(
      'city',
      'Name places of one level at a time: municipalities, or districts.',
      'not_allowed',
    );
  return ids;
}
