import { flag } from '../nodes.ts';

const ofUnit = (description: string) =>
  flag(description, { consolidate: 'true-wins', variant: true, change: 'FEATURES' });

const ofBuilding = (description: string) =>
  flag(description, { consolidate: 'true-wins', change: 'FEATURES' });

/** The booleans of `property.unit`. The unit features of the criteria tree are their names. */
export const unitFlags = {
  lastFloor: ofUnit('On the last floor of the building.'),
  groundFloor: ofUnit('On the ground floor.'),
  gardenFloor: ofUnit('On the garden level, with direct access to a garden.'),
  furnished: ofUnit('Offered furnished.'),
  disabledAccess: ofUnit('Accessible to disabled people.'),
  equippedKitchen: ofUnit('With an equipped kitchen.'),
  fireplace: ofUnit('With a fireplace.'),
  airConditioning: ofUnit('With air conditioning.'),
  doubleGlazing: ofUnit('With double glazing.'),
  parquet: ofUnit('With a wooden parquet floor.'),
  balcony: ofUnit('With a balcony.'),
  terrace: ofUnit('With a terrace.'),
  garden: ofUnit('With a private garden.'),
  dressing: ofUnit('With a dressing room.'),
  crossing: ofUnit('Open on two opposite sides.'),
  quiet: ofUnit('Described as quiet.'),
  cellar: ofUnit('With a cellar.'),
  basement: ofUnit('With a basement.'),
  storage: ofUnit('With a storage room.'),
};

/** The booleans of `property.amenities`. */
export const amenityFlags = {
  elevator: ofBuilding('The building has a lift.'),
  intercom: ofBuilding('The building has an intercom.'),
  digicode: ofBuilding('The entrance opens by a code.'),
  caretaker: ofBuilding('A caretaker looks after the building.'),
  bikeRoom: ofBuilding('There is a room for bicycles.'),
  disabledAccess: ofBuilding('The building is accessible to disabled people.'),
  gym: ofBuilding('There is a gym.'),
  playground: ofBuilding('There is a playground.'),
  partyHall: ofBuilding('There is a hall for parties.'),
  sportCourt: ofBuilding('There is a sports court.'),
  adultGameRoom: ofBuilding('There is a games room for adults.'),
  gatedCommunity: ofBuilding('The property stands in a gated community.'),
  barbecueGrill: ofBuilding('There is a barbecue.'),
  swimmingPool: ofBuilding('There is a swimming pool.'),
};
