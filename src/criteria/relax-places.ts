import { RELAXATION_COSTS, type RelaxationStep } from './relaxation-step.ts';
import type { PlaceList, PlacesOperand } from './tree.ts';

/** The code of the parent division; undefined when there is none. */
export type FindWiderDivision = (code: string, countryCode: string | undefined) => string | undefined;

const RADIUS_FACTOR = 1.5;

/** A wider circle, wider divisions, any accuracy. The location filter is never dropped. */
export function relaxPlaces(
  operand: PlacesOperand,
  wider: FindWiderDivision,
  maxRadiusKm: number,
): RelaxationStep<'places'>[] {
  const { in: inside, nin, accuracy, ...rest } = operand;
  const beside = { ...rest, ...(nin && { nin }), ...(inside && { in: inside }) };
  const lists = inside
    ? [...widenRadius(inside, maxRadiusKm), ...widenDivisions(inside, operand, wider)]
    : [];
  const steps = lists.map(({ list, change }) => ({
    operand: { ...operand, in: list },
    change,
    cost: RELAXATION_COSTS.widen,
  }));
  if (accuracy === undefined) return steps;
  const isEmpty = Object.keys(beside).length === 0;
  return [
    ...steps,
    { operand: isEmpty ? undefined : beside, change: 'accuracy given up', cost: RELAXATION_COSTS.part },
  ];
}

function widenRadius(list: PlaceList, maxRadiusKm: number) {
  const { centerPoint } = list;
  if (centerPoint === undefined || centerPoint.radiusKm * RADIUS_FACTOR > maxRadiusKm) return [];
  const radiusKm = centerPoint.radiusKm * RADIUS_FACTOR;
  return [{ list: { ...list, centerPoint: { ...centerPoint, radiusKm } }, change: `radius ${radiusKm} km` }];
}

function widenDivisions(list: PlaceList, { countryCode }: PlacesOperand, wider: FindWiderDivision) {
  const codes = list.uniqueCodes ?? [];
  return codes.flatMap((code, at) => {
    const around = wider(code, countryCode);
    if (around === undefined || codes.includes(around)) return [];
    return [
      { list: { ...list, uniqueCodes: codes.with(at, around) }, change: `${around} instead of ${code}` },
    ];
  });
}
