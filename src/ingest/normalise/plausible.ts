import { squareMetresIn } from '../../catalogue/measures.ts';
import type { Word } from '../../catalogue/vocabularies.ts';
import { isObject } from '../../lib/is-object.ts';
import type { Claims } from '../../properties/listing-state.ts';
import { type IgnoredField, ignoredField } from '../parse-notes.ts';
import type { ClaimPath } from '../text-facts/fact.ts';
import { getAtPath, type MutableJsonObject, memberOfClaim, setAtPath, splitClaimPath } from './map-claims.ts';

/** Values outside are misplaced figures, such as a price in the field of an area. Areas are in square metres. */
const BOUNDS: Readonly<Partial<Record<ClaimPath, readonly [min: number, max: number]>>> = {
  'unit.rooms': [1, 500],
  'unit.bedrooms': [0, 500],
  'unit.bathrooms': [0, 200],
  'unit.showerRooms': [0, 200],
  'unit.wc': [0, 200],
  'unit.livingRooms': [0, 100],
  'unit.kitchens': [0, 100],
  'unit.floor': [-10, 200],
  'unit.parking.total': [0, 5_000],
  'building.floors': [0, 200],
  'building.numberOfLots': [1, 100_000],
  'area.displayed': [1, 100_000_000],
  'area.indoor.living': [1, 1_000_000],
  'area.indoor.total': [1, 1_000_000],
  'area.indoor.legal.value': [1, 1_000_000],
  'area.outdoor.terrace': [0, 1_000_000],
  'area.outdoor.balcony': [0, 100_000],
  'area.outdoor.garden': [0, 100_000_000],
  'area.land.value': [1, 10_000_000_000],
  'unit.diagnostic.scores.ENERGY_CONSUMPTION.value': [0, 5_000],
  'unit.diagnostic.scores.CARBON_EMISSIONS.value': [0, 2_000],
  'pricing.sale.fees.agency.percentage': [0, 100],
};

/** Castles are sold, and so are homes that are yet to be built. */
const MIN_YEAR = 1000;
const MAX_YEARS_AHEAD = 15;

const steps = Object.entries(BOUNDS).map(([path, bounds]) => ({ path: path.split('.'), bounds }));

/** Removes impossible values; mutates `claims`. */
export function dropImpossible(claims: MutableJsonObject, now: Date): IgnoredField[] {
  const latest = now.getUTCFullYear() + MAX_YEARS_AHEAD;
  const years = ['constructionYear', 'renovationYear'].map((name) => ({
    path: ['building', name],
    bounds: [MIN_YEAR, latest] as const,
  }));
  const ignoredFields: IgnoredField[] = [];
  for (const { path, bounds } of [...steps, ...years]) {
    const value = getAtPath(claims, path);
    if (typeof value !== 'number' || (value >= bounds[0] && value <= bounds[1])) continue;
    removeAt(claims, path);
    ignoredFields.push(ignoredField(memberOfClaim(path), 'impossible', value));
  }
  return ignoredFields;
}

/** An object without members besides its unit or law is removed with its last figure. */
function removeAt(claims: MutableJsonObject, path: readonly string[]): void {
  const above = path.slice(0, -1);
  const parent = above.length === 0 ? claims : getAtPath(claims, above);
  if (!isObject(parent)) return;
  delete parent[path.at(-1) ?? ''];
  const hasContent = Object.keys(parent).some((name) => name !== 'unit' && name !== 'law');
  if (!hasContent && above.length > 0) removeAt(claims, above);
}

/** An area implies the flag. */
const IMPLIED_BY_AREA: readonly [ClaimPath, ClaimPath][] = [
  ['area.outdoor.balcony', 'unit.balcony'],
  ['area.outdoor.terrace', 'unit.terrace'],
  ['area.outdoor.garden', 'unit.garden'],
  ['area.annexes.basement', 'unit.basement'],
];

/** Adds claims that follow from others and are not stated; mutates `claims`. */
export function addImplied(claims: MutableJsonObject, countryCode: string | undefined): void {
  for (const [area, flag] of IMPLIED_BY_AREA) {
    if (Number(getAtPath(claims, splitClaimPath(area)) ?? 0) > 0) setIfAbsent(claims, flag, true);
  }
  const floor = getAtPath(claims, ['unit', 'floor']);
  if (claims['propertyType'] === 'FLAT' && typeof floor === 'number')
    setIfAbsent(claims, 'unit.groundFloor', floor === 0);
  addSharedHeating(claims);
  if (countryCode === 'FR') addFrenchDiagnostic(claims);
}

function setIfAbsent(claims: MutableJsonObject, path: ClaimPath, value: unknown): void {
  const steps = splitClaimPath(path);
  if (getAtPath(claims, steps) === undefined) setAtPath(claims, steps, value);
}

/** Collective heating is set on the unit and the building, so that a search by either finds it. */
function addSharedHeating(claims: MutableJsonObject): void {
  const heating = getAtPath(claims, ['unit', 'energy', 'heating']);
  if (!Array.isArray(heating)) return;
  const shared = heating.filter((entry) => isObject(entry) && entry['collective'] === true);
  if (shared.length > 0) setIfAbsent(claims, 'building.energy.heating', shared);
}

const UNITS = { ENERGY_CONSUMPTION: 'KWH_EP_PER_SQM_YEAR', CARBON_EMISSIONS: 'KG_CO2E_PER_SQM_YEAR' };

/** A French score is a DPE score in its units. The edition of the rules is not inferred. */
function addFrenchDiagnostic(claims: MutableJsonObject): void {
  const diagnostic = getAtPath(claims, ['unit', 'diagnostic']);
  if (!isObject(diagnostic) || (diagnostic['scores'] === undefined && diagnostic['reference'] === undefined))
    return;
  setIfAbsent(claims, 'unit.diagnostic.type', 'DPE');
  for (const [score, unit] of Object.entries(UNITS)) {
    const value = getAtPath(diagnostic, ['scores', score]);
    if (isObject(value) && value['value'] !== undefined) value['unit'] ??= unit;
  }
}

type Area = NonNullable<Claims['area']>;
type Unit = Word<'areaUnit'>;

const UNIT = 'SQM';

/** To the square decimetre, finer than any survey of a home. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Converts every area to square metres, so that the listings of one home are comparable. */
export function convertAreas(area: Area): Area {
  const unit = area.unit ?? UNIT;
  const { land } = area;
  const { displayed, indoor, outdoor, annexes } = area;
  return {
    ...(displayed === undefined ? {} : { displayed: convertValue(displayed, unit), unit: UNIT }),
    ...(indoor === undefined
      ? {}
      : { indoor: { unit: UNIT, ...convertFigures(indoor, unit), ...convertLegal(indoor, unit) } }),
    ...(outdoor === undefined ? {} : { outdoor: { unit: UNIT, ...convertFigures(outdoor, unit) } }),
    ...(annexes === undefined ? {} : { annexes: { unit: UNIT, ...convertFigures(annexes, unit) } }),
    ...(land?.value === undefined
      ? {}
      : { land: { unit: UNIT, value: convertValue(land.value, land.unit ?? unit) } }),
  };
}

const convertValue = (value: number, unit: Unit): number => rounded(value * squareMetresIn[unit]);

const convertFigures = <Block extends object>(block: Block, unit: Unit): Partial<Block> =>
  Object.fromEntries(
    Object.entries(block).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, convertValue(value, unit)]] : [],
    ),
  ) as Partial<Block>;

const convertLegal = ({ legal: measured }: NonNullable<Area['indoor']>, unit: Unit) =>
  measured?.value === undefined ? {} : { legal: { ...measured, value: convertValue(measured.value, unit) } };

/** The area that buyers compare: living, else total, else displayed, else legal; for land, the plot. */
export function withDisplayedArea(area: Area, propertyType: Claims['propertyType']): Area {
  const { indoor, land } = area;
  const plot = propertyType === 'LAND' ? land?.value : undefined;
  const displayed = indoor?.living ?? indoor?.total ?? area.displayed ?? indoor?.legal?.value ?? plot;
  return displayed === undefined ? area : { ...area, displayed, unit: UNIT };
}

type Pricing = NonNullable<Claims['pricing']>;
type Currency = Word<'currency'>;

/** Countries with another currency of our vocabulary than the euro. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  ...{ GB: 'GBP', GG: 'GBP', JE: 'GBP', IM: 'GBP', US: 'USD', PR: 'USD', CH: 'CHF', LI: 'CHF' },
};

const EURO_COUNTRIES = new Set(
  [
    'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
    'GF GP MF MQ PM RE BL YT TF AX',
  ]
    .join(' ')
    .split(' '),
);

export function currencyIn(countryCode: string | undefined): Currency | undefined {
  if (countryCode === undefined) return undefined;
  return CURRENCIES[countryCode] ?? (EURO_COUNTRIES.has(countryCode) ? 'EUR' : undefined);
}

/** Completes the displayed price, the rent, the currency of every amount and the net price. */
export function completePricing(
  pricing: Pricing,
  transaction: string | undefined,
  country: string | undefined,
): Pricing {
  const currency = pricing.currency ?? pricing.rental?.rent?.currency ?? currencyIn(country);
  const displayed = pricing.displayed ?? pricing.rental?.rent?.amount;
  const completed: Pricing = {
    ...pricing,
    ...(displayed === undefined ? {} : { displayed }),
    ...(currency === undefined || displayed === undefined ? {} : { currency }),
    ...(transaction === 'RENT' && displayed !== undefined ? completeRental(pricing, displayed) : {}),
    ...(transaction === 'SELL' ? completeSale(pricing, displayed) : {}),
  };
  return currency === undefined ? completed : (withCurrency(completed, currency) as Pricing);
}

/** The displayed price of a tenancy is its rent. */
const completeRental = ({ rental }: Pricing, displayed: number): Pick<Pricing, 'rental'> => ({
  rental: { ...rental, rent: { ...rental?.rent, amount: rental?.rent?.amount ?? displayed } },
});

/** The net price is the price without an included agency fee, regardless of the payer. */
function completeSale({ sale }: Pricing, displayed: number | undefined): Pick<Pricing, 'sale'> {
  if (sale === undefined) return {};
  const { amount, includedInPrice } = sale.fees?.agency ?? {};
  const isDerivable =
    displayed !== undefined && amount !== undefined && includedInPrice === true && amount < displayed;
  const netPrice = sale.netPrice ?? (isDerivable ? Math.round((displayed - amount) * 100) / 100 : undefined);
  return { sale: { ...sale, ...(netPrice === undefined ? {} : { netPrice }) } };
}

/** An amount without a currency gets that of the price. */
function withCurrency(object: MutableJsonObject, currency: Currency): MutableJsonObject {
  const completed: MutableJsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value)) completed[name] = withCurrency(value, currency);
    else if (Array.isArray(value))
      completed[name] = value.map((each) => (isObject(each) ? withCurrency(each, currency) : each));
    else completed[name] = value;
  }
  const hasAmount = object['amount'] !== undefined || object['total'] !== undefined;
  if (hasAmount && object['currency'] === undefined) completed['currency'] = currency;
  return completed;
}

/** The displayed price divided by the displayed area in square metres. */
export function withPricePerArea(pricing: Pricing, area: number | undefined): Pricing {
  if (pricing.displayed === undefined || area === undefined || area <= 0) return pricing;
  return { ...pricing, pricePerArea: Math.round((pricing.displayed / area) * 100) / 100 };
}
