import type { SortOrder } from '../../src/properties/search/order.ts';
import type { RandomSource } from '../../src/world/random.ts';
import { type GazetteerTown, pickTown } from '../search/towns.ts';

/** What a shape of query asks for. */
export type Asking =
  | { readonly kind: 'page'; readonly order?: SortOrder; readonly offset?: number; readonly limit?: number }
  /** The first step of a cursor scan with its exact count, or the step after it. */
  | { readonly kind: 'cursor'; readonly order?: SortOrder; readonly step: 1 | 2 }
  | { readonly kind: 'facets' }
  | { readonly kind: 'clusters'; readonly zoom: number };

/** Random values for the variants of a shape. */
export class ShapeValues {
  readonly chance: RandomSource;
  readonly #towns: readonly GazetteerTown[];

  constructor(chance: RandomSource, towns: readonly GazetteerTown[]) {
    this.chance = chance;
    this.#towns = towns;
  }

  town = (): GazetteerTown => pickTown(this.#towns, this.chance);

  city(): string {
    const { city, district } = this.town();
    return (district ?? city).uniqueCode;
  }

  department(): string {
    const code = this.city();
    return code.slice(0, code.startsWith('97') ? 3 : 2);
  }

  /** A polygon with so many corners and about this radius around a town, in degrees. */
  polygon(corners: number, radius: number): object {
    const { longitude, latitude } = this.town();
    const ring = Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners;
      const reach = radius * this.chance.between(0.6, 1);
      return [longitude + 1.4 * reach * Math.cos(angle), latitude + reach * Math.sin(angle)];
    });
    return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  }
}

export interface Shape {
  readonly name: string;
  readonly asking: Asking;
  criteria(values: ShapeValues): object;
}

const NEWEST: Asking = { kind: 'page' };

/** A shape by name; the first page, newest first, unless it asks otherwise. */
export const shape = (
  name: string,
  criteria: (values: ShapeValues) => object,
  asking: Asking = NEWEST,
): Shape => ({ name, criteria, asking });

export const by = (field: SortOrder['field'], direction: SortOrder['direction'] = 'ASC'): Asking => ({
  kind: 'page',
  order: { field, direction },
});

export const at = (...uniqueCodes: string[]) => ({ locations: { in: { uniqueCodes } } });
export const sale = { transaction: { type: 'SELL' } };
export const rent = { transaction: { type: 'RENT' } };
export const flats = { type: { in: ['FLAT'] }, ...sale };
export const houses = { type: { in: ['HOUSE'] }, ...sale };
