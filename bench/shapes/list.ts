import { orderShapes } from './list-orders.ts';
import { at, flats, houses, rent, type Shape, sale, shape } from './shape.ts';

const PHRASES = ['sans vis à vis', 'vue dégagée', 'cuisine équipée', 'parquet ancien', 'proche métro'];
const RARE_PHRASES = ['vue mer', 'corps de ferme', 'vendu loué', 'toit terrasse', 'rendement locatif'];
const words = (...phrases: string[]) => ({ body: { description: { in: phrases } } });

const places: readonly Shape[] = [
  shape('a city: flats under a price', (v) => ({
    property: { ...at(v.city()), ...flats, pricing: { displayed: { lte: v.chance.whole(4, 12) * 50_000 } } },
  })),
  shape('a city: everything', (v) => ({ property: at(v.city()) })),
  shape('three cities', (v) => ({ property: { ...at(v.city(), v.city(), v.city()), ...sale } })),
  shape('twenty cities', (v) => ({
    property: { ...at(...Array.from({ length: 20 }, () => v.city())), ...flats },
  })),
  shape('a department: rents', (v) => ({
    property: { ...at(v.department()), ...rent, pricing: { displayed: { lte: 900 } } },
  })),
  shape('a department: everything', (v) => ({ property: at(v.department()) })),
  shape('a department, but not its largest city', (v) => ({
    property: {
      locations: { in: { uniqueCodes: [v.department()] }, nin: { uniqueCodes: [v.city()] } },
      ...flats,
    },
  })),
  shape('the country without one department', (v) => ({
    property: { locations: { countryCode: 'FR', nin: { uniqueCodes: [v.department()] } }, ...houses },
  })),
  shape('a postal code', (v) => ({
    property: { locations: { in: { postalCodes: [v.town().city.postalCodes?.[0] ?? '75011'] } } },
  })),
  shape('a postal code without homes', () => ({
    property: { locations: { in: { postalCodes: ['00001'] } } },
  })),
  shape('3 km around a point', (v) => {
    const { longitude, latitude } = v.town();
    return {
      property: { ...flats, locations: { in: { centerPoint: { longitude, latitude, radiusKm: 3 } } } },
    };
  }),
  shape('30 km around a point', (v) => {
    const { longitude, latitude } = v.town();
    return {
      property: { ...flats, locations: { in: { centerPoint: { longitude, latitude, radiusKm: 30 } } } },
    };
  }),
  shape('a polygon of 8 corners', (v) => ({
    property: { ...flats, locations: { in: { geoShapes: [v.polygon(8, 0.05)] } } },
  })),
  shape('a polygon of 500 corners, a city', (v) => ({
    property: { ...flats, locations: { in: { geoShapes: [v.polygon(500, 0.1)] } } },
  })),
  shape('a polygon of 500 corners, a region', (v) => ({
    property: { ...sale, locations: { in: { geoShapes: [v.polygon(500, 1)] } } },
  })),
  shape('outside a polygon of 500 corners', (v) => ({
    property: { ...houses, locations: { nin: { geoShapes: [v.polygon(500, 1)] } } },
  })),
  shape('precise positions', () => ({ property: { ...flats, locations: { accuracy: ['PRECISE'] } } })),
];

const country: readonly Shape[] = [
  shape('everything', () => ({})),
  shape('flats to buy', () => ({ property: flats })),
  shape('houses with a garden in ranges', (v) => ({
    property: {
      ...houses,
      unit: { features: { in: ['GARDEN'] } },
      areas: { displayed: { gte: v.chance.whole(80, 140) } },
      pricing: { displayed: { lte: v.chance.whole(3, 8) * 50_000 } },
    },
  })),
  shape('a rare type', () => ({ property: { type: { in: ['BUILDING'] } } })),
  shape('all but flats', () => ({ property: { type: { nin: ['FLAT'] } } })),
  shape('a rare floor', () => ({ property: { unit: { floor: { gte: 8 } } } })),
  shape('a floor nobody has', () => ({ property: { unit: { floor: { gte: 40 } } } })),
  shape('energy class A', () => ({
    property: { unit: { diagnostic: { scores: [{ type: 'ENERGY_CONSUMPTION', rating: ['A'] }] } } },
  })),
  shape('energy class A, of one room', () => ({
    property: {
      unit: { rooms: { lte: 1 }, diagnostic: { scores: [{ type: 'ENERGY_CONSUMPTION', rating: ['A'] }] } },
    },
  })),
  shape('many rooms', () => ({ property: { unit: { rooms: { gte: 9 } } } })),
  shape('a narrow price', (v) => {
    const price = v.chance.whole(100, 600) * 1_000;
    return { property: { pricing: { displayed: { gte: price, lte: price + 500 } } } };
  }),
  shape('a narrow price per area', (v) => {
    const price = v.chance.whole(1_500, 4_000);
    return { property: { pricing: { pricePerArea: { gte: price, lte: price + 5 } } } };
  }),
  shape('large areas', () => ({ property: { areas: { displayed: { gte: 300 } } } })),
  shape('areas or unknown', () => ({
    property: { ...flats, areas: { displayed: { gte: 250, orMissing: true } } },
  })),
  shape('built before 1860', () => ({ property: { building: { constructionYear: { lte: 1859 } } } })),
  shape('rare features together', () => ({
    property: { unit: { features: { in: ['FIREPLACE', 'FURNISHED', 'LAST_FLOOR', 'PARQUET'] } } },
  })),
  shape('features present and absent', (v) => ({
    property: {
      ...at(v.department()),
      ...flats,
      unit: { features: { in: ['BALCONY', 'CELLAR'], nin: ['FURNISHED'] } },
      amenities: { features: { inOrMissing: ['ELEVATOR'] } },
    },
  })),
  shape('an elevator, nationwide', () => ({
    property: { ...flats, amenities: { features: { in: ['ELEVATOR'] } } },
  })),
  shape('one of two wishes', (v) => ({
    or: [
      { property: { ...at(v.department()), ...flats, unit: { rooms: { gte: 4 } } } },
      { property: { ...at(v.department()), ...houses, pricing: { displayed: { lte: 200_000 } } } },
    ],
  })),
  shape('one of two wishes, nationwide', () => ({
    or: [
      { property: { ...flats, unit: { rooms: { gte: 5 } } } },
      { property: { ...houses, pricing: { displayed: { lte: 120_000 } } } },
    ],
  })),
  shape('five nested groups', (v) => ({
    and: [
      { or: [{ property: flats }, { property: houses }] },
      {
        or: [
          { property: { unit: { rooms: { gte: 3 } } } },
          { property: { areas: { displayed: { gte: 70 } } } },
        ],
      },
      { property: at(v.department()) },
    ],
  })),
];

const texts: readonly Shape[] = [
  shape('a phrase in a city', (v) => ({ property: { ...at(v.city()), ...words(v.chance.pick(PHRASES)) } })),
  shape('a phrase, nationwide', (v) => ({ property: words(v.chance.pick(PHRASES)) })),
  shape('a rare phrase, nationwide', (v) => ({
    property: { ...sale, ...words(v.chance.pick(RARE_PHRASES)) },
  })),
  shape('three phrases, nationwide', () => ({ property: words(...PHRASES.slice(0, 3)) })),
  shape('one common word', () => ({ property: words('vue') })),
  shape('without a phrase', (v) => ({
    property: { ...flats, body: { description: { nin: [v.chance.pick(PHRASES)] } } },
  })),
  shape('a word nobody uses', () => ({ property: words('xylophone') })),
  shape('a word of the title', () => ({ property: { body: { title: { in: ['maison'] } } } })),
];

const subjects: readonly Shape[] = [
  shape('by private persons', () => ({ publisher: { type: { in: ['PRIVATE_INDIVIDUAL'] } } })),
  shape('private and exclusive', () => ({
    publisher: { type: { in: ['PRIVATE_INDIVIDUAL'] }, mandate: { in: ['EXCLUSIVE'] } },
  })),
  shape('with a telephone number', () => ({ publisher: { hasPhone: true } })),
  shape('urgent', () => ({ listings: { marketing: { urgent: true } } })),
  shape('one source', () => ({ listings: { sources: { in: ['le-bon-toit'] } } })),
  shape('an unknown source', () => ({ listings: { sources: { in: ['nobody'] } } })),
  shape('price drops of 10 %', () => ({ changes: { variationPercent: { lte: -10 } } })),
  shape('price drops lately', () => ({
    changes: { attribute: { in: ['DISPLAYED_PRICE'] }, occurredAt: { from: '2026-10-25T00:00:00Z' } },
  })),
  shape('changed lately, by private persons', () => ({
    and: [
      { property: houses },
      { publisher: { type: { in: ['PRIVATE_INDIVIDUAL'] } } },
      { dates: { updatedAt: { from: '2026-10-20T00:00:00Z' } } },
    ],
  })),
  shape('changed today', () => ({ dates: { updatedAt: { from: '2026-10-31T12:00:00Z' } } })),
  shape('created in one day', (v) => {
    const day = `2026-0${v.chance.whole(2, 9)}-15`;
    return { dates: { createdAt: { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` } } };
  }),
  shape('created in one hour', (v) => {
    const day = `2026-0${v.chance.whole(2, 9)}-15`;
    return { dates: { createdAt: { from: `${day}T10:00:00Z`, to: `${day}T11:00:00Z` } } };
  }),
];

/** Eighty shapes: what people ask, and what is hard for an engine. */
export const shapes: readonly Shape[] = [...places, ...country, ...texts, ...subjects, ...orderShapes];
