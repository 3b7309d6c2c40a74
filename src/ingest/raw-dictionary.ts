/**
 * What most raw observations have in common: members in their order, values of vocabularies, usual phrases. Frozen: a stored
 * frame is read with the dictionary that it was packed with. A better one gets the next number, for new rows.
 */
const FIRST_DICTIONARY = [
  '"renovationYear":"numberOfLots":"constructionType":"buildingFloors":"transactionStatus":"saleType":"LIFE_ANNUITY',
  '","availableAt":"netPrice":"fees":{"agency":{"paidBy":"SELLER","BUYER","includedInPrice":true,"amount":"percenta',
  'ge":},"legal":{"deposit":{"charges":{"amount":"rent":{"amount":850,"currency":"EUR","frequency":"MONTHLY","inclu',
  'desCharges":true}"orientation":["SOUTH","EAST","WEST","NORTH"],"heating":[{"system":"RADIATOR","energyCarrier":"',
  'ELECTRICITY","GAS","collective":true}],"condition":"TO_RENOVATE","GOOD","REFURBISHED","marketing":{"urgent":true',
  ',"boosted":"highlighted":"favorites":"views":"protected":true,"inseeCode":"75056","address":"12 rue de la "publi',
  'sherType":"PRIVATE_INDIVIDUAL","PROMOTER","NOTARY","accuracy":"PRECISE","STREET","DISTRICT","CITY","mandate":"SI',
  'MPLE","propertyType":"PARKING","LAND","COMMERCIAL","BUILDING","dropped":[{"member":"","why":"unknown member","va',
  'lue":""}],"format":"poliris"Venez visiter, À découvrir sans tarder, nous vous proposons ce lumineux bien situé a',
  'u 1er étage avec ascenseur, composé de 3 chambres, un jardin, une terrasse, un garage, une cave. Charges de copr',
  'opriété, chauffage collectif. Contactez-nous pour organiser une visite. Honoraires à la charge de l’acquéreur, b',
  'arème consultable en agence. Les informations sur les risques auxquels ce bien est exposé sont disponibles sur l',
  'e site Géorisques : www.georisques.gouv.fr.{"observedAt":1767229301105,"receivedAt":1767232906984,"sourceId":"",',
  '"payload":{"publishedAt":"2026-01-20T18:00:00.000Z","title":"Maison 4 pièces Appartement T3 65 m² avec balcon","',
  'description":"Bel appartement de 3 pièces d\'environ 65 m², situé dans une rue calme, à proximité des commerces e',
  "t des transports, proche des écoles. Il se compose d'une entrée, un séjour, une cuisine équipée, 2 chambres, une",
  ' salle de bains, un chauffage individuel au gaz. Immeuble de 1970. Quartier, Prix honoraires inclus. Honoraires ',
  'à la charge du vendeur.","propertyType":"HOUSE","transactionType":"RENT","constructionStatus":"NEW","OLD","prope',
  'rtyType":"FLAT","transactionType":"SELL","area":{"displayed":65,"unit":"SQM","living":65,"land":{"value":710,"un',
  'it":"SQM"}},"rooms":3,"bedrooms":2,"bathrooms":1,"floor":2,"buildingFloors":5,"constructionYear":1970,"condomini',
  'umFees":{"total":1200,"currency":"EUR","frequency":"YEARLY"},"propertyTax":{"amount":900,"currency":"EUR","frequ',
  'ency":"YEARLY"},"diagnostic":{"type":"DPE","reference":"","scores":{"ENERGY_CONSUMPTION":{"rating":"D","value":2',
  '30,"unit":"KWH_EP_PER_SQM_YEAR"},"CARBON_EMISSIONS":{"rating":"C","value":20,"unit":"KG_CO2E_PER_SQM_YEAR"}}},"f',
  'urnished":true,"lastFloor":true,"groundFloor":false,"equippedKitchen":true,"fireplace":false,"doubleGlazing":tru',
  'e,"parquet":false,"airConditioning":false,"dressing":false,"crossing":false,"quiet":true,"storage":false,"balcon',
  'y":true,"terrace":false,"garden":true,"cellar":true,"cellar":false,"parking":{"total":0,"total":1,"spots":[{"typ',
  'e":"GARAGE"}]},"elevator":true,"elevator":false,"intercom":false,"digicode":true,"caretaker":false,"bikeRoom":fa',
  'lse,"swimmingPool":false,"displayedPrice":250000,"currency":"EUR","location":{"countryCode":"FR","city":"","post',
  'alCode":"75001","neighborhood":"","coordinates":[2.35,48.85],"accuracy":"NEIGHBORHOOD"},"publisher":{"publisherT',
  'ype":"REAL_ESTATE_AGENCY","agencyName":"SARL Agence  Immobilier","professionalCardNumber":"CPI 7501 2018 000 ","',
  'website":"https://www.","mandate":"EXCLUSIVE","reference":"","contact":{"phone":"04","email":"contact@.example"}',
  '},"pictures":[{"url":"https://photos.immo.example/a.jpg","phash":""},{"url":"https://photos.immo.example/b.jpg",',
  '"phash":""}]},"dropped":[]}',
].join('');

/** As of documents: the codes of 1,500 observations of a made world (ZDICT_finalizeDictionary of zstd 1.5.4, level 4). */
const CODES = [
  'N6Qw7AMAAAA3EMCapA0zAGZCJ4aACEJzc4fM/kYIIbYR0gRZYhullMcDRfvNP64f8T9+lLbI7s0tU7YicAYACIMCAAAIBgbCALrhBwAEgApNioRC',
  'BYTBA4VDU8FYFgYDkRiGQQwDAAyDkBRGkbCkjAQAAAC0jCakcvGEJou0EMZQKBYACCAAAAAAAQAAAAQAAAAIAAAA',
].join('');

/** By their numbers, from 1. */
export const RAW_DICTIONARIES: readonly Buffer[] = [
  Buffer.concat([Buffer.from(CODES, 'base64'), Buffer.from(FIRST_DICTIONARY)]),
];
