import { phrases, range, set, toggle } from './builders.ts';

const inSquareMetres = (unitAt: 'property.area.unit' | 'property.area.land.unit') => ({
  unit: 'm²',
  comparedIn: { unit: 'SQM', unitAt } as const,
});

const phraseOf = (text: string) =>
  `Phrases of the ${text}: words side by side, in order; case and accents are ignored.`;

const general = [
  set('property.type', 'Property type', { reads: 'property.propertyType' }),
  set('property.transaction.type', 'Transaction', {
    operators: ['in'],
    shorthand: 'value',
  }),
  set('property.transaction.saleType', 'Sale type'),
  set('property.constructionStatus', 'Construction status'),
  toggle('property.expired', 'Off the market', {
    description: 'True returns properties that left the market. They are hidden unless asked for.',
    whenAbsent: false,
    liftedBy: ['listings.expiredAt'],
  }),
  range('property.areas.displayed', 'Area', {
    reads: 'property.area.displayed',
    ...inSquareMetres('property.area.unit'),
  }),
  range('property.areas.land', 'Land', {
    reads: 'property.area.land.value',
    ...inSquareMetres('property.area.land.unit'),
  }),
  phrases('property.body.title', 'Words of the title', {
    reads: ['property.body.title', 'listings[].title'],
    description: phraseOf('title'),
  }),
  phrases('property.body.description', 'Words of the description', {
    reads: ['property.body.description', 'listings[].description'],
    description: phraseOf('description'),
  }),
] as const;

const pricing = [
  range('property.pricing.displayed', 'Price'),
  range('property.pricing.pricePerArea', 'Price per m²'),
  range('property.pricing.spreadPercent', 'Price difference between adverts'),
  range('property.valuation.deviationPercent', 'Price against the estimate'),
  range('property.pricing.sale.netPrice', 'Net price'),
  set('property.pricing.sale.fees.agency.paidBy', 'Agency fees paid by', { shorthand: 'value' }),
  toggle('property.pricing.sale.fees.agency.includedInPrice', 'Agency fees included in the price'),
  range('property.pricing.sale.fees.agency.amount', 'Agency fees'),
  range('property.pricing.sale.fees.agency.percentage', 'Agency fees in per cent'),
  range('property.pricing.sale.fees.condominium.total', 'Condominium fees'),
  range('property.pricing.sale.fees.legal.amount', 'Legal fees'),
  range('property.pricing.rental.rent.amount', 'Rent'),
  toggle('property.pricing.rental.rent.includesCharges', 'Rent includes charges'),
  range('property.pricing.rental.fees.charges.amount', 'Rental charges'),
  range('property.pricing.rental.fees.deposit.amount', 'Deposit'),
] as const;

const unit = [
  range('property.unit.rooms', 'Rooms'),
  range('property.unit.bedrooms', 'Bedrooms'),
  range('property.unit.bathrooms', 'Bathrooms'),
  range('property.unit.floor', 'Floor'),
  set('property.unit.orientation', 'Orientation', { reads: 'property.unit.orientation[]' }),
  set('property.unit.condition', 'Condition'),
  set('property.unit.diagnostic.standard', 'Diagnostic standard'),
  set('property.unit.energy.heating.system', 'Heating', { reads: 'property.unit.energy.heating[].system' }),
  set('property.unit.energy.heating.energyCarrier', 'Heating energy', {
    reads: 'property.unit.energy.heating[].energyCarrier',
  }),
  toggle('property.unit.energy.heating.collective', 'Collective heating', {
    reads: 'property.unit.energy.heating[].collective',
  }),
] as const;

const building = [
  range('property.building.constructionYear', 'Construction year'),
  range('property.building.renovationYear', 'Renovation year'),
  range('property.building.numberOfLots', 'Lots in the condominium'),
  range('property.building.floors', 'Floors of the building'),
  set('property.building.constructionType', 'Construction type'),
  set('property.building.condition', 'Condition of the building'),
  set('property.building.energy.heating.system', 'Heating of the building', {
    reads: 'property.building.energy.heating[].system',
  }),
  set('property.building.energy.heating.energyCarrier', 'Heating energy of the building', {
    reads: 'property.building.energy.heating[].energyCarrier',
  }),
  toggle('property.building.energy.heating.collective', 'Collective heating of the building', {
    reads: 'property.building.energy.heating[].collective',
  }),
] as const;

export const propertyFilters = [...general, ...pricing, ...unit, ...building] as const;
