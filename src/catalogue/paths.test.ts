import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { lyonStudio } from '../../test/fixtures/rental-result.ts';
import { berlinStudio } from '../../test/fixtures/unplaced-result.ts';
import { attributes, leafAttributes } from './paths.ts';

const unitFlags = `lastFloor groundFloor gardenFloor furnished disabledAccess equippedKitchen fireplace
  airConditioning doubleGlazing parquet balcony terrace garden dressing crossing quiet cellar basement storage`;
const heating = 'system energyCarrier collective';
const fee = 'amount percentage currency paidBy';
const division = 'iri id name type uniqueCode postalCodes[]';
const sale = 'property.pricing.sale.fees';
const rental = 'property.pricing.rental.fees';

/** The tables of the contract, repeated by hand as a check of the catalogue. */
const contract: Record<string, string> = {
  '': 'id',
  property: 'createdAt updatedAt expired propertyType constructionStatus',
  'property.transaction': 'type status saleType availableAt',
  'property.area': 'displayed unit',
  'property.area.indoor': 'unit legal.value legal.law living total',
  'property.area.outdoor': 'unit terrace balcony garden',
  'property.area.annexes': 'unit basement parking',
  'property.area.land': 'unit value',
  'property.unit': `rooms bedrooms bathrooms showerRooms wc livingRooms kitchens floor ${unitFlags}
    orientation[] condition parking.total parking.spots[].type parking.spots[].box`,
  'property.unit.diagnostic': 'type date standard methodVersion reference',
  'property.unit.diagnostic.scores.ENERGY_CONSUMPTION': 'rating value unit',
  'property.unit.diagnostic.scores.CARBON_EMISSIONS': 'rating value unit',
  'property.unit.energy.heating[]': heating,
  'property.building': `constructionYear renovationYear constructionType condition floors numberOfLots
    legalStatus.underLegalProceedings`,
  'property.building.energy.heating[]': heating,
  'property.amenities': `parking.type parking.spaces elevator intercom digicode caretaker bikeRoom disabledAccess gym
    playground partyHall sportCourt adultGameRoom gatedCommunity barbecueGrill swimmingPool connectivity[]`,
  'property.body': 'title description',
  'property.pricing': 'displayed currency pricePerArea sale.netPrice',
  [`${sale}.agency`]: `${fee} includedInPrice`,
  [`${sale}.legal`]: `type ${fee}`,
  [`${sale}.condominium`]: 'total currency frequency',
  [`${sale}.condominium.breakdown[]`]: 'type amount currency frequency',
  [`${sale}.taxes.propertyTax`]: 'amount currency frequency paidBy',
  'property.pricing.rental.rent': 'amount currency frequency includesCharges',
  [`${rental}.charges`]: 'amount currency frequency',
  [`${rental}.charges.details[]`]: 'type amount currency',
  [`${rental}.deposit`]: 'amount currency months paidBy',
  [`${rental}.taxes.housingTax`]: 'amount currency frequency paidBy includedInCharges',
  [`${rental}.inventory`]: fee,
  [`${rental}.agency`]: fee,
  'property.location': 'geometry accuracy address countryCode',
  'property.location.city': division,
  'property.location.neighborhood': division,
  'property.location.subNeighborhood': division,
  'property.pictures[]': 'url',
  'property.changes[]': `attribute occurredAt listingId revisionId variationPercent numericOld numericNew`,
  'publishers[]': `id publisherType agencyName professionalCardNumber website mandate reference contact.email
    contact.phone contact.profileUrl`,
  'listings[]': `id url publishedAt expiredAt lastSeenAt createdAt updatedAt title description area rooms bedrooms
    bathrooms showerRooms wc livingRooms kitchens floor ${unitFlags} condition transactionStatus displayedPrice
    propertyType transactionType`,
  'listings[].source': 'iri uuid id slug',
  'listings[].marketing': 'favorites urgent boosted highlighted',
};

/** Members beyond the contract's tables, because both formats have the same facts. */
const additions: Record<string, string> = {
  'property.location.district': division,
  'property.location.stated': 'city postalCode',
  'property.pricing': 'spread.lowest spread.highest spread.adverts spreadPercent',
  'property.valuation': 'value low high confidence deviationPercent valuedAt',
  'listings[].publisher': 'id',
  'listings[].priceHistory[]': 'price currency since',
  'listings[]': 'priceCoherent',
};

const expand = (tables: Record<string, string>): string[] =>
  Object.entries(tables).flatMap(([section, members]) =>
    members.split(/\s+/).map((member) => (section === '' ? member : `${section}.${member}`)),
  );

/** A boolean of the unit or the amenities may be added beyond the contract: a feature of the home. */
const isFeature = ({ path, node }: (typeof leafAttributes)[number]): boolean =>
  node.kind === 'flag' && /^(?:property\.(?:unit|amenities)|listings\[\])\.\w+$/.test(path);

test('the document has every member of the contract, and no undocumented one but features', () => {
  const expected = [...expand(contract), ...expand(additions)];
  const actual = leafAttributes.filter((leaf) => expected.includes(leaf.path) || !isFeature(leaf));
  assert.deepEqual(actual.map(({ path }) => path).toSorted(), expected.toSorted());
});

function shown(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => shown(entry, `${path}[]`));
  if (typeof value !== 'object' || value === null || 'coordinates' in value) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    shown(inner, path === '' ? name : `${path}.${name}`),
  );
}

test('the examples show every member, variants of listings aside', () => {
  const examples = new Set([parisFlat, lyonStudio, berlinStudio].flatMap((example) => shown(example, '')));
  const unshown = leafAttributes.filter(({ path, node }) => !node.variantOf && !examples.has(path));
  assert.deepEqual(
    unshown.map(({ path }) => path),
    [],
  );
});

test('every member of the consolidated view has exactly one consolidation rule', () => {
  const rules = new Map<string, number>();
  for (const { path, node } of attributes) {
    const above = Math.max(0, ...[...rules].filter(([at]) => isBelow(path, at)).map(([, count]) => count));
    rules.set(path, above + (node.consolidate === undefined ? 0 : 1));
  }
  const wrong = leafAttributes.filter(({ path }) => path.startsWith('property.') && rules.get(path) !== 1);
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});

const isBelow = (path: string, above: string): boolean =>
  path.startsWith(`${above}.`) || path.startsWith(`${above}[]`);

test('every member is described in a sentence', () => {
  for (const { path, node } of attributes) assert.match(node.description, /^\S.*\.$/, path);
});
