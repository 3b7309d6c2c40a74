import type { AttributePath } from '../../catalogue/paths.ts';

/** A path in the claims of a listing: `unit.floor`. */
export type ClaimPath = AttributePath extends infer Path
  ? Path extends `property.${infer Inside}`
    ? Inside
    : never
  : never;

/** The lot of a new development is not in the document, but distinguishes its flats. */
export type FactPath = ClaimPath | 'lot';

/** Confidence of a fact: the expected share of such facts that are right. */
export const CERTAIN = 0.98;
export const LIKELY = 0.92;
export const FAIR = 0.85;

export interface TextFact {
  readonly path: FactPath;
  /** Undefined when the text names several values ("du T2 au T4"): all facts of the path are then discarded. */
  readonly value: unknown;
  readonly confidence: number;
}

export const textFact = (path: FactPath, value: unknown, confidence: number): TextFact => ({
  path,
  value,
  confidence,
});

/** The text names several values, or a range. */
export const ambiguousFact = (path: FactPath): TextFact => textFact(path, undefined, CERTAIN);

/** How often a fact was read in real adverts, and how often it was right. */
interface ReadingMeasure {
  readonly read: number;
  readonly right: number;
}

/** The share of right readings above which a fact is used. */
export const MIN_PRECISION = 0.97;

/**
 * Counted by hand in 1,539 French adverts of a dense suburb and 109 of village houses; figures also against the
 * columns of the same adverts. `npm run bench -- text-facts` counts on any labelled feed. A fact that is not listed
 * was never measured and is not used.
 */
export const MEASURED: Readonly<Partial<Record<FactPath, ReadingMeasure>>> = {
  'amenities.bikeRoom': { read: 16, right: 16 },
  'amenities.caretaker': { read: 66, right: 65 },
  'amenities.digicode': { read: 20, right: 20 },
  'amenities.elevator': { read: 110, right: 110 },
  'amenities.intercom': { read: 28, right: 28 },
  'amenities.swimmingPool': { read: 86, right: 86 },
  'area.displayed': { read: 544, right: 538 },
  'area.indoor.legal': { read: 50, right: 50 },
  'area.indoor.living': { read: 18, right: 18 },
  'area.outdoor.balcony': { read: 39, right: 39 },
  'area.outdoor.garden': { read: 30, right: 30 },
  'area.outdoor.terrace': { read: 58, right: 57 },
  'building.legalStatus.underLegalProceedings': { read: 48, right: 48 },
  'building.numberOfLots': { read: 97, right: 97 },
  'pricing.rental.fees.agency': { read: 172, right: 170 },
  'pricing.rental.fees.charges': { read: 76, right: 75 },
  'pricing.rental.fees.deposit': { read: 70, right: 70 },
  'pricing.rental.rent.amount': { read: 128, right: 125 },
  'pricing.rental.rent.frequency': { read: 133, right: 131 },
  'pricing.sale.fees.agency.amount': { read: 30, right: 30 },
  'pricing.sale.fees.agency.includedInPrice': { read: 128, right: 128 },
  'pricing.sale.fees.agency.paidBy': { read: 305, right: 305 },
  'pricing.sale.fees.agency.percentage': { read: 253, right: 253 },
  'pricing.sale.fees.condominium': { read: 198, right: 197 },
  'pricing.sale.fees.taxes.propertyTax': { read: 25, right: 25 },
  'pricing.sale.netPrice': { read: 100, right: 100 },
  propertyType: { read: 90, right: 89 },
  'transaction.type': { read: 156, right: 156 },
  'unit.airConditioning': { read: 139, right: 138 },
  'unit.balcony': { read: 87, right: 87 },
  'unit.bedrooms': { read: 305, right: 300 },
  'unit.cellar': { read: 94, right: 93 },
  'unit.crossing': { read: 43, right: 43 },
  'unit.diagnostic.scores.CARBON_EMISSIONS.rating': { read: 5, right: 5 },
  'unit.diagnostic.scores.ENERGY_CONSUMPTION.rating': { read: 9, right: 9 },
  'unit.doubleGlazing': { read: 90, right: 90 },
  'unit.dressing': { read: 87, right: 87 },
  'unit.equippedKitchen': { read: 68, right: 68 },
  'unit.fireplace': { read: 122, right: 122 },
  'unit.floor': { read: 240, right: 235 },
  'unit.furnished': { read: 140, right: 140 },
  'unit.garden': { read: 103, right: 103 },
  'unit.gardenFloor': { read: 21, right: 21 },
  'unit.groundFloor': { read: 60, right: 59 },
  'unit.lastFloor': { read: 60, right: 60 },
  // Whether there is a space. The total is read only where a flat counts several.
  'unit.parking.spots': { read: 330, right: 324 },
  'unit.parking.total': { read: 49, right: 48 },
  'unit.parquet': { read: 31, right: 31 },
  'unit.quiet': { read: 82, right: 81 },
  'unit.rooms': { read: 631, right: 621 },
  'unit.storage': { read: 18, right: 18 },
  'unit.terrace': { read: 199, right: 195 },
};

/** The lot is never displayed: identity uses it to distinguish the homes of a development. */
const NEVER_SHOWN: ReadonlySet<FactPath> = new Set(['lot']);

const precisionOf = ({ read, right }: ReadingMeasure): number => (read === 0 ? 0 : right / read);

/** Whether facts of a path are right often enough to be used. */
export function isReliable(path: FactPath): boolean {
  const measure = MEASURED[path];
  return NEVER_SHOWN.has(path) || (measure !== undefined && precisionOf(measure) >= MIN_PRECISION);
}
