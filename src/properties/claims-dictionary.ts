/**
 * What the claims of most listings have in common: names of members, values of vocabularies, with the most frequent at
 * the end. Frozen: stored claims are read with the dictionary that they were packed with. A better one is a second
 * constant, chosen for new rows.
 */
export const CLAIMS_DICTIONARY = [
  '"renovationYear":"numberOfLots":"condition":"orientation":"heating":[{"system":"energyCarrier":"collective":true',
  '"marketing":{"urgent":"boosted":"highlighted":"favorites":"views":"statedCity":"statedNeighborhood":"lot":',
  '"transaction":{"type":"RENT"},"pricing":{"rental":{"rent":{"amount":850,"currency":"EUR","frequency":"MONTHLY",',
  '"includesCharges":true},"fees":{"charges":{"amount":"deposit":{"amount":"furnished":true',
  '"constructionStatus":"NEW","OLD","propertyType":"HOUSE","PARKING","LAND","COMMERCIAL"',
  '"land":{"unit":"SQM","value":"garden":true,"bathrooms":1,"parking":{"spots":[{"type":"GARAGE"}],"total":1}',
  '"taxes":{"propertyTax":{"amount":1200,"currency":"EUR","frequency":"YEARLY"}}',
  '"publisher":{"publisherType":"PRIVATE_INDIVIDUAL","mandate":"EXCLUSIVE","contact":{"email":"contact@',
  '"professionalCardNumber":"CPI ","website":"https://www.","reference":"',
  '"readFromText":{"unit.bedrooms":0.85,"unit.equippedKitchen":0.92,"area.displayed":0.92,"building.constructionYear":0.9',
  '"pricing.sale.fees.agency.paidBy":0.92,"pricing.sale.fees.agency.includedInPrice":0.92}',
  '{"claims":{"body":{"title":"Appartement T3 de m² avec balcon","description":"Maison de pièces, située dans une rue calme',
  ", à proximité des commerces et des transports. Il se compose d'un séjour, une cuisine équipée, chambres, une salle de",
  ' bains. Prix honoraires inclus. Honoraires à la charge du vendeur. Les informations sur les risques auxquels ce bien est',
  ' exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr."},"propertyType":"FLAT",',
  '"transaction":{"type":"SELL"},"pricing":{"displayed":250000,"currency":"EUR","sale":{"fees":{"condominium":{"total":',
  '1200,"currency":"EUR","frequency":"YEARLY"},"agency":{"paidBy":"SELLER","includedInPrice":true}}},"pricePerArea":',
  '"area":{"displayed":65,"unit":"SQM","indoor":{"unit":"SQM","living":65}},"amenities":{"elevator":true,"intercom":false,',
  '"digicode":true,"caretaker":false,"bikeRoom":false,"swimmingPool":false},"unit":{"rooms":3,"bedrooms":2,"floor":2,',
  '"groundFloor":false,"equippedKitchen":true,"fireplace":false,"airConditioning":false,"doubleGlazing":true,',
  '"parquet":false,"balcony":true,"terrace":false,"dressing":false,"crossing":false,"quiet":true,"cellar":true,',
  '"storage":false,"parking":{"total":0},"diagnostic":{"type":"DPE","scores":{"ENERGY_CONSUMPTION":{"rating":"D","value":',
  '230,"unit":"KWH_EP_PER_SQM_YEAR"},"CARBON_EMISSIONS":{"rating":"C","value":20,"unit":"KG_CO2E_PER_SQM_YEAR"}}}},',
  '"building":{"constructionYear":1970,"floors":5},"location":{"geometry":{"type":"Point","coordinates":[2.35,48.85]},',
  '"accuracy":"PRECISE","NEIGHBORHOOD","address":"rue de la ","countryCode":"FR","district":{"iri":',
  '"/geo/administrative-divisions/","id":"","type":"MUNICIPAL_DISTRICT","city":{"iri":"/geo/administrative-divisions/',
  '","id":"","name":"","type":"MUNICIPALITY","uniqueCode":"75056","postalCodes":["75001"]}}},"publisher":{"publisherType":',
  '"REAL_ESTATE_AGENCY","agencyName":" Immobilier","reference":"","contact":{"phone":"04"}},"pictures":[{"url":',
  '"https://photos.example/","phash":"',
].join('');

/** For states with all that no statement reads. The first member of a packed state is at the end. */
export const STATE_DICTIONARY = [
  CLAIMS_DICTIONARY,
  '"absences":[{"from":"2026-01-20T18:00:00.000Z","to":"2026-01-20T18:00:00.000Z"}],"expiredAt":"2026-01-20T18:00:00.000Z"',
  '{"source":{"id":"","slug":"immo"},"protected":false,"publishedAt":"2026-01-20T18:00:00.000Z","lastSeenAt":"2026-01-20T',
  '18:00:00.000Z","prices":[{"price":250000,"at":"2026-01-20T18:00:00.000Z"},{"price":240000,"at":"2026-01-20T18:00:00',
  '.000Z"}],"claims":{"propertyType":"FLAT","transaction":{"type":"SELL"},"body":{"title":"',
].join('');

/** As of documents: the codes of 1,500 states of a made world (ZDICT_finalizeDictionary of zstd 1.5.4, level 5). */
const CODES = [
  'N6Qw7AEAAAA4ELibpA38/1dVIaoeqNtVPfEBQosIkZS2EdINNWIbpcg6LDHMf6sqQOP1dbnJ7u7u3UxuXkv0/0ITAwAMEI3HgpKgwBcABGCJDEdN',
  'RYRDBELB8DQskIbBUBwDURgDAAxAMRxFQkCLoQIGAAAAZO0oA4SJfKbkMIyCIGgSAwQUAAAAAAEAAAAEAAAACAAAAA==',
].join('');

/** For zstd, by their numbers, from 1. */
export const STATE_DICTIONARIES: readonly Buffer[] = [
  Buffer.concat([Buffer.from(CODES, 'base64'), Buffer.from(STATE_DICTIONARY)]),
];
