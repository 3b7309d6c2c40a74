import type { ConsolidatedProperty } from '../catalogue/document.ts';
import { propertyVocabularies as words } from '../catalogue/property-vocabularies.ts';
import { type NoValueReason, typeCode } from './market.ts';
import type { Facts } from './model/facts.ts';

/** A home as the model sees it. */
export interface Home {
  longitude: number;
  latitude: number;
  area: number;
  facts: Facts;
}

const SQM_PER_SQFT = 0.09290304;
const CONDITIONS: Readonly<Record<string, number>> = { NEW: 1, TO_RENOVATE: 2, GOOD: 3 };

const flagOf = (value: boolean | undefined): number | undefined =>
  value === undefined ? undefined : Number(value);
const positionIn = (values: readonly string[], value: string | undefined): number | undefined => {
  const at = value === undefined ? -1 : values.indexOf(value);
  return at < 0 ? undefined : at + 1;
};

/** Of a home that is known by its division alone. */
export const CITY_ACCURACY = positionIn(words.locationAccuracy.values, 'CITY');

/** The facts of a property, or why it cannot be valued. */
export function readHome(property: ConsolidatedProperty): { home: Home } | { reason: NoValueReason } {
  const propertyType = typeCode(property.propertyType);
  if (propertyType === undefined) return { reason: 'TYPE_UNKNOWN' };
  const area = areaInSqm(property);
  if (area === undefined) return { reason: 'AREA_MISSING' };
  const [longitude, latitude] = property.location?.geometry?.coordinates ?? [];
  if (longitude === undefined || latitude === undefined) return { reason: 'POSITION_MISSING' };
  return {
    home: { longitude, latitude, area, facts: definedFacts({ propertyType, ...readFacts(property) }) },
  };
}

function areaInSqm({ area }: ConsolidatedProperty): number | undefined {
  if (!area?.displayed || (area.unit !== undefined && area.unit !== 'SQM' && area.unit !== 'SQFT'))
    return undefined;
  return area.unit === 'SQFT' ? area.displayed * SQM_PER_SQFT : area.displayed;
}

type PossibleFacts = { [Name in keyof Facts]: number | undefined };

function readFacts({
  unit = {},
  building = {},
  amenities = {},
  area,
  location,
}: ConsolidatedProperty): PossibleFacts {
  const faces = (direction: string): number | undefined =>
    unit.orientation === undefined
      ? undefined
      : Number(unit.orientation.some((one) => one.includes(direction)));
  return {
    rooms: unit.rooms,
    bedrooms: unit.bedrooms,
    bathrooms: unit.bathrooms,
    floor: unit.floor,
    buildingFloors: building.floors,
    constructionYear: building.constructionYear,
    condition: CONDITIONS[unit.condition ?? building.condition ?? ''],
    energyRating: positionIn(words.scoreRating.values, unit.diagnostic?.scores?.ENERGY_CONSUMPTION?.rating),
    landArea: area?.land?.value,
    elevator: flagOf(amenities.elevator),
    terrace: flagOf(unit.terrace),
    balcony: flagOf(unit.balcony),
    airConditioning: flagOf(unit.airConditioning),
    furnished: flagOf(unit.furnished),
    parking: unit.parking?.total === undefined ? undefined : Math.min(1, unit.parking.total),
    storage: flagOf(unit.storage ?? unit.cellar),
    wardrobe: flagOf(unit.dressing),
    swimmingPool: flagOf(amenities.swimmingPool),
    caretaker: flagOf(amenities.caretaker),
    garden: flagOf(unit.garden),
    lastFloor: flagOf(unit.lastFloor),
    facesNorth: faces('NORTH'),
    facesSouth: faces('SOUTH'),
    facesEast: faces('EAST'),
    facesWest: faces('WEST'),
    pointAccuracy: positionIn(words.locationAccuracy.values, location?.accuracy),
  };
}

const definedFacts = (facts: PossibleFacts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
