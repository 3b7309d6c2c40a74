/** How a fact enters the linear adjustment: a number as it is, a flag, or one indicator a code. */
export type FactKind = 'number' | 'flag' | 'code' | 'floor' | 'year';

export interface Fact {
  readonly name: string;
  readonly kind: FactKind;
  /** Factors on the weight of a comparable that differs from the subject, by what the weight looks for. */
  readonly alike?: number;
  readonly sameState?: number;
  readonly twin?: number;
}

/**
 * What an advert may state beside price, area, point and date. A source that lacks a fact gives NaN. The factors are
 * coarse and were not tuned to a market: halves and thirds, by how much a buyer would notice.
 */
export const facts = [
  { name: 'rooms', kind: 'number', alike: 0.6, twin: 0.3 },
  { name: 'bedrooms', kind: 'number' },
  { name: 'bathrooms', kind: 'number', alike: 0.5, twin: 0.2 },
  { name: 'floor', kind: 'floor', twin: 0.4 },
  { name: 'buildingFloors', kind: 'number' },
  { name: 'constructionYear', kind: 'year', twin: 0.4 },
  { name: 'propertyType', kind: 'code', alike: 0.3, sameState: 0.3, twin: 0.1 },
  /** 1 new, 2 to be renovated, 3 good. */
  { name: 'condition', kind: 'code', sameState: 0.2, twin: 0.5 },
  { name: 'energyRating', kind: 'number', sameState: 0.7 },
  { name: 'equipment', kind: 'code', sameState: 0.5 },
  { name: 'exterior', kind: 'code' },
  { name: 'landArea', kind: 'number' },
  { name: 'elevator', kind: 'flag', alike: 0.5, twin: 0.3 },
  { name: 'terrace', kind: 'flag', twin: 0.6 },
  { name: 'balcony', kind: 'flag' },
  { name: 'airConditioning', kind: 'flag', sameState: 0.5, twin: 0.6 },
  { name: 'furnished', kind: 'flag' },
  { name: 'parking', kind: 'flag' },
  { name: 'parkingIncluded', kind: 'flag' },
  { name: 'parkingPrice', kind: 'number' },
  { name: 'storage', kind: 'flag' },
  { name: 'wardrobe', kind: 'flag' },
  { name: 'swimmingPool', kind: 'flag' },
  { name: 'caretaker', kind: 'flag' },
  { name: 'garden', kind: 'flag' },
  { name: 'duplex', kind: 'flag' },
  { name: 'studio', kind: 'flag' },
  { name: 'lastFloor', kind: 'flag' },
  { name: 'facesNorth', kind: 'flag' },
  { name: 'facesSouth', kind: 'flag' },
  { name: 'facesEast', kind: 'flag' },
  { name: 'facesWest', kind: 'flag' },
  /** How finely the point is known, 1 the finest. */
  { name: 'pointAccuracy', kind: 'code' },
] as const satisfies readonly Fact[];

export type FactName = (typeof facts)[number]['name'];
export type Facts = Partial<Record<FactName, number>>;

const positions = new Map<string, number>(facts.map(({ name }, position) => [name, position]));
export const factAt = (name: FactName): number => positions.get(name) as number;
