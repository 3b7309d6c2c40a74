import { createRandom, type RandomSource } from '../../src/world/random.ts';
import { type GazetteerTown, pickTown } from './towns.ts';

/** A shape of query that people use, with random values. */
export interface QueryShape {
  name: string;
  body(chance: RandomSource, towns: readonly GazetteerTown[]): object;
}

const codeOf = ({ city, district }: GazetteerTown): string => (district ?? city).uniqueCode;
const departmentOf = (town: GazetteerTown): string =>
  codeOf(town).slice(0, codeOf(town).startsWith('97') ? 3 : 2);
const at = (...uniqueCodes: string[]) => ({ locations: { in: { uniqueCodes } } });
const sale = { transaction: { type: 'SELL' } };
const flats = { type: { in: ['FLAT'] }, ...sale };

const PHRASES = ['sans vis à vis', 'vue dégagée', 'cuisine équipée', 'parquet ancien', 'proche métro'];
const RARE_PHRASES = ['vue mer', 'corps de ferme', 'vendu loué', 'toit terrasse', 'rendement locatif'];

/** Twelve, from a district to the whole country, each with its count. */
export const queryShapes: readonly QueryShape[] = [
  {
    name: 'flats to buy in Paris 11 under 500k',
    body: (chance) => ({
      criteria: {
        property: {
          ...at(`751${String(chance.whole(1, 20)).padStart(2, '0')}`),
          ...flats,
          pricing: { displayed: { lte: chance.whole(6, 12) * 50_000 } },
        },
      },
    }),
  },
  {
    name: 'three places, three rooms and more',
    body: (chance, towns) => ({
      criteria: {
        property: {
          ...at(...[1, 2, 3].map(() => codeOf(pickTown(towns, chance)))),
          type: { in: ['FLAT', 'HOUSE'] },
          ...sale,
          unit: { rooms: { gte: 3 } },
        },
      },
    }),
  },
  {
    name: 'to rent in a department',
    body: (chance, towns) => ({
      criteria: {
        property: {
          ...at(departmentOf(pickTown(towns, chance))),
          transaction: { type: 'RENT' },
          pricing: { displayed: { lte: chance.whole(6, 14) * 100 } },
        },
      },
    }),
  },
  {
    name: 'houses with a garden, whole country',
    body: (chance) => ({
      criteria: {
        property: {
          type: { in: ['HOUSE'] },
          ...sale,
          unit: { features: { in: ['GARDEN'] } },
          areas: { displayed: { gte: chance.whole(80, 140) } },
          pricing: { displayed: { lte: chance.whole(3, 8) * 50_000 } },
        },
      },
    }),
  },
  {
    name: 'one of two wishes in two departments',
    body: (chance, towns) => ({
      criteria: {
        or: [
          {
            property: { ...at(departmentOf(pickTown(towns, chance))), ...flats, unit: { rooms: { gte: 4 } } },
          },
          {
            property: {
              ...at(departmentOf(pickTown(towns, chance))),
              type: { in: ['HOUSE'] },
              ...sale,
              pricing: { displayed: { lte: 200_000 } },
            },
          },
        ],
      },
    }),
  },
  {
    name: 'with these features and without those',
    body: (chance, towns) => ({
      criteria: {
        property: {
          ...at(departmentOf(pickTown(towns, chance))),
          ...flats,
          unit: { features: { in: ['BALCONY', 'CELLAR'], nin: ['FURNISHED'] } },
          amenities: { features: { inOrMissing: ['ELEVATOR'] } },
        },
      },
    }),
  },
  {
    name: 'ranges that forgive what is missing',
    body: (chance, towns) => ({
      criteria: {
        property: {
          ...at(departmentOf(pickTown(towns, chance))),
          ...sale,
          unit: { rooms: { gte: 4, orMissing: true } },
          areas: { displayed: { gte: 90, orMissing: true } },
          pricing: { displayed: { lte: 400_000, orMissing: true } },
        },
      },
    }),
  },
  {
    name: 'a phrase in a city',
    body: (chance, towns) => ({
      criteria: {
        property: {
          ...at(codeOf(pickTown(towns, chance))),
          body: { description: { in: [chance.pick(PHRASES)] } },
        },
      },
    }),
  },
  {
    name: 'a rare phrase, whole country',
    body: (chance) => ({
      criteria: { property: { ...sale, body: { description: { in: [chance.pick(RARE_PHRASES)] } } } },
    }),
  },
  {
    name: 'changed lately, by private persons',
    body: (chance) => ({
      criteria: {
        and: [
          { property: { type: { in: ['HOUSE'] }, ...sale } },
          { publisher: { type: { in: ['PRIVATE_INDIVIDUAL'] } } },
          { dates: { updatedAt: { from: `2026-10-${chance.whole(10, 28)}T00:00:00Z` } } },
        ],
      },
    }),
  },
  {
    name: 'within a few kilometres of a point',
    body: (chance, towns) => {
      const { longitude, latitude } = pickTown(towns, chance);
      const centerPoint = { longitude, latitude, radiusKm: chance.whole(2, 10) };
      return { criteria: { property: { locations: { in: { centerPoint } }, ...flats } } };
    },
  },
  { name: 'anything, whole country', body: (chance) => ({ page: chance.whole(1, 3) }) },
];

/** So many bodies of a shape, the same at every run. */
export const buildBodies = (shape: QueryShape, towns: readonly GazetteerTown[], count: number): object[] =>
  Array.from({ length: count }, (_, number) => shape.body(createRandom(shape.name, number), towns));
