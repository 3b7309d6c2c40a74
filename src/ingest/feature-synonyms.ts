import type { amenityFlags, unitFlags } from '../catalogue/attributes/features.ts';

/** Names of our booleans in feature lists of feeds: the part of the synonym table that grows most. */
export const featureSynonyms: {
  readonly [Flag in keyof typeof unitFlags | keyof typeof amenityFlags | 'parking']?: string;
} = {
  // Not a boolean, but it accepts one.
  parking: `parkings, garage, garages, box, carport, private garage, double garage, single garage, attached garage, detached garage,
    parking space, parking spaces, private parking, off street parking, off road parking, allocated parking, underground parking,
    secure parking, place de parking, places de parking, parking privatif, parking prive, stationnement, garaje, garaje privado,
    plaza de garaje, plaza de parking, aparcamiento, cochera, stellplatz, tiefgarage, garage attached, garage detached`,
  groundFloor: 'rdc, rez de chaussee, planta baja, ground floor',
  lastFloor: 'dernier etage, top floor, ultima planta, ultimo piso',
  gardenFloor: 'rez de jardin, garden level',
  furnished: 'meuble, meublee, amueblado, moebliert, moblierte',
  disabledAccess:
    'acces handicapes, acces handicape, pmr, wheelchair accessible, wheelchair access, accesible, rollstuhlgerecht, barrierefrei',
  equippedKitchen:
    'cuisine equipee, cuisine amenagee, fitted kitchen, equipped kitchen, cocina equipada, einbaukuche, einbaukueche, ebk',
  fireplace: 'cheminee, chimenea, kamin, fire place, open fire, wood burner',
  airConditioning:
    'climatisation, climatise, clim, aire acondicionado, klimaanlage, a c, ac, air con, central air',
  doubleGlazing:
    'double vitrage, doble acristalamiento, doppelverglasung, double glazed, double pane windows',
  parquet: 'parquet floor, parquets, parkett, wood floors, hardwood, wooden floors',
  balcony: 'balcon, balcons, balkon, balconies, loggia',
  terrace: 'terrasse, terrasses, terraza, terrazas, terraces, roof terrace, private terrace',
  garden: 'jardin, jardins, garten, gardens, private garden',
  dressing: 'dressing room, walk in closet, vestidor, armarios empotrados vestidor, ankleide',
  crossing: 'traversant, traversante, dual aspect',
  quiet: 'calme, tranquilo, ruhig, au calme',
  cellar: 'cave, caves, wine cellar, bodega, keller',
  basement: 'sous sol, sotano, unterkellert',
  storage: 'cellier, rangement, trastero, storage room, abstellraum, debarras, box room',
  elevator: 'ascenseur, lift, ascensor, aufzug, fahrstuhl, personenaufzug, elevators',
  intercom: 'interphone, videophone, visiophone, entry phone, portero automatico, gegensprechanlage',
  digicode: 'code d entree, digicodes, door code',
  caretaker: 'gardien, gardienne, concierge, doorman, portero, conserje, hausmeister',
  bikeRoom: 'local velo, local velos, bike storage, bicycle storage, fahrradraum',
  gym: 'salle de sport, fitness, gimnasio, fitness center, fitnessraum, exercise room',
  playground: 'aire de jeu, aire de jeux, zona infantil, spielplatz, play area',
  partyHall: 'salle des fetes, salle de reception, clubhouse, party room',
  sportCourt:
    'tennis, court de tennis, terrain de tennis, tennis court, tennis courts, pista de tenis, padel',
  adultGameRoom: 'salle de jeux, salle de billard, game room, sala de juegos',
  gatedCommunity:
    'residence securisee, residence fermee, gated, gated complex, urbanizacion cerrada, gated residence',
  barbecueGrill: 'barbecue, bbq, barbacoa, grill, outdoor grill',
  swimmingPool: `piscine, piscine privee, piscina, pool, private pool, communal pool, schwimmbad, in ground, above ground,
    swimming pools, community pool`,
};
