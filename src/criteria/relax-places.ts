import { COST, type Milder } from './milder.ts';
import type { PlaceList, PlacesAsked } from './tree.ts';

/** The code of the next division around one; undefined when there is none. */
export type Wider = (code: string, countryCode: string | undefined) => string | undefined;

/** Half as far again. */
const REACH = 1.5;

/** A wider circle, wider divisions, any accuracy. Where a customer looks is never given up altogether. */
export function relaxedPlaces(asked: PlacesAsked, wider: Wider, widestKm: number): Milder<'places'>[] {
  const { in: inside, nin, accuracy, ...rest } = asked;
  const beside = { ...rest, ...(nin && { nin }), ...(inside && { in: inside }) };
  const lists = inside ? [...furtherReach(inside, widestKm), ...widerDivisions(inside, asked, wider)] : [];
  const milder = lists.map(({ list, change }) => ({
    asked: { ...asked, in: list },
    change,
    cost: COST.widen,
  }));
  if (accuracy === undefined) return milder;
  const isEmpty = Object.keys(beside).length === 0;
  return [...milder, { asked: isEmpty ? undefined : beside, change: 'accuracy given up', cost: COST.part }];
}

function furtherReach(list: PlaceList, widestKm: number) {
  const { centerPoint } = list;
  if (centerPoint === undefined || centerPoint.radiusKm * REACH > widestKm) return [];
  const radiusKm = centerPoint.radiusKm * REACH;
  return [{ list: { ...list, centerPoint: { ...centerPoint, radiusKm } }, change: `radius ${radiusKm} km` }];
}

function widerDivisions(list: PlaceList, { countryCode }: PlacesAsked, wider: Wider) {
  const codes = list.uniqueCodes ?? [];
  return codes.flatMap((code, at) => {
    const around = wider(code, countryCode);
    if (around === undefined || codes.includes(around)) return [];
    return [
      { list: { ...list, uniqueCodes: codes.with(at, around) }, change: `${around} instead of ${code}` },
    ];
  });
}
