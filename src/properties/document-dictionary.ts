/**
 * What the documents of most properties have in common: members in their order, values of vocabularies. Frozen: a
 * stored document is read with the dictionary that it was packed with. A better one gets the next number, for new rows.
 */
const FIRST_DICTIONARY = [
  '"renovationYear":"numberOfLots":"orientation":["SOUTH","EAST","WEST"],"heating":[{"system":"RADIATOR","energyCarrier":',
  '"ELECTRICITY","GAS","collective":true}],"marketing":{"urgent":true,"boosted":"highlighted":"favorites":"garden":true,',
  '"condition":"TO_RENOVATE","GOOD","REFURBISHED","furnished":true,"land":{"unit":"SQM","value":710},"lots":',
  '"valuation":{"value":,"low":,"high":,"pricePerArea":,"confidence":"deviationPercent":-"priceCoherent":false,"expiredAt":"',
  '"propertyType":"HOUSE","PARKING","LAND","COMMERCIAL","constructionStatus":"NEW","transaction":{"type":"RENT"},',
  '"pricing":{"displayed":850,"currency":"EUR","rental":{"rent":{"amount":850,"currency":"EUR","frequency":"MONTHLY",',
  '"includesCharges":true},"fees":{"charges":{"amount":,"deposit":{"amount":,"accuracy":"STREET","PRECISE","CITY",',
  '"publisherType":"PRIVATE_INDIVIDUAL","PROMOTER","NOTARY","mandate":"EXCLUSIVE","SIMPLE","professionalCardNumber":"CPI ',
  '"attribute":"PICTURES","DESCRIPTION","EXPIRED","REACTIVATED","textOld":"","textNew":"',
  '{"id":"","property":{"createdAt":"2026-01-20T18:00:00.000+00:00","updatedAt":"2026-04-10T18:00:00.000+00:00",',
  '"expired":false,"propertyType":"FLAT","constructionStatus":"OLD","transaction":{"type":"SELL"},"area":{"displayed":65,',
  '"unit":"SQM","indoor":{"unit":"SQM","living":65}},"unit":{"rooms":3,"bedrooms":2,"bathrooms":1,"floor":2,',
  '"groundFloor":false,"equippedKitchen":true,"fireplace":false,"airConditioning":false,"doubleGlazing":true,',
  '"parquet":false,"balcony":true,"terrace":false,"dressing":false,"crossing":false,"quiet":true,"cellar":true,',
  '"storage":false,"parking":{"total":0,"spots":[{"type":"GARAGE"}]},"diagnostic":{"type":"DPE","reference":"',
  '"scores":{"ENERGY_CONSUMPTION":{"rating":"D","value":230,"unit":"KWH_EP_PER_SQM_YEAR"},"CARBON_EMISSIONS":{"rating":',
  '"C","value":20,"unit":"KG_CO2E_PER_SQM_YEAR"}}}},"building":{"constructionYear":1970,"floors":5},"amenities":{',
  '"elevator":true,"intercom":false,"digicode":true,"caretaker":false,"bikeRoom":false,"swimmingPool":false},"body":{',
  '"title":"Appartement 3 pièces 65 m² avec balcon","description":"Maison de pièces, située dans une rue calme, à proximité',
  " des commerces et des transports, proche des écoles. Il se compose d'une entrée, un séjour, une cuisine équipée, ",
  '2 chambres, une salle de bains, un chauffage individuel au gaz. Prix honoraires inclus. Honoraires à la charge du ',
  'vendeur. Quartier, immeuble de 1970. Les informations sur les risques auxquels ce bien est exposé sont disponibles sur',
  ' le site Géorisques : www.georisques.gouv.fr."},"pricing":{"displayed":250000,"currency":"EUR","pricePerArea":4200.5,',
  '"sale":{"fees":{"condominium":{"total":1200,"currency":"EUR","frequency":"YEARLY"},"agency":{"paidBy":"SELLER",',
  '"includedInPrice":true},"taxes":{"propertyTax":{"amount":900,"currency":"EUR","frequency":"YEARLY"}}}}},"location":{',
  '"geometry":{"type":"Point","coordinates":[2.35,48.85]},"accuracy":"NEIGHBORHOOD","DISTRICT","address":"rue de la ',
  '","countryCode":"FR","city":{"iri":"/geo/administrative-divisions/","id":"","name":"","type":"MUNICIPALITY",',
  '"uniqueCode":"69123","postalCodes":["69001","69002"]},"district":{"iri":"/geo/administrative-divisions/","id":"",',
  '"name":" Arrondissement","type":"MUNICIPAL_DISTRICT","uniqueCode":"69383","postalCodes":["69003"]}},"pictures":[{"url":',
  '"https://photos.immo.example/a.jpg"},{"url":"https://photos.immo.example/b.jpg"}],"changes":[{"attribute":',
  '"DISPLAYED_PRICE","occurredAt":"2026-04-10T18:00:00.000+00:00","listingId":"","revisionId":"","numericOld":260000,',
  '"numericNew":250000,"variationPercent":-3.09}]},"publishers":[{"id":"","publisherType":"REAL_ESTATE_AGENCY",',
  '"agencyName":" Immobilier","website":"https://www.","reference":"","contact":{"phone":"04","email":"contact@',
  '"}}],"listings":[{"id":"","url":"https://www.immo.example/annonces/","source":{"iri":"/sources/","uuid":"","id":"",',
  '"slug":"immo"},"publisher":{"id":""},"publishedAt":"2026-01-20T18:00:00.000+00:00","lastSeenAt":"2026-04-10T18:00:00',
  '.000+00:00","createdAt":"2026-01-20T18:00:00.000+00:00","updatedAt":"2026-04-10T18:00:00.000+00:00","priceHistory":[{',
  '"price":260000,"currency":"EUR","since":"2026-01-20T18:00:00.000+00:00"},{"price":250000,"currency":"EUR","since":"',
].join('');

/**
 * The header of a formatted dictionary: the codes of letters, lengths and offsets of 1,500 documents of a made world
 * (ZDICT_finalizeDictionary of zstd 1.5.4, level 4). A document needs no tables of its own: 74 bytes less, in less time.
 */
const CODES = [
  'N6Qw7AIAAAA5EMCTpA0zACayA2MoBDApHEz53/5GCCG/EdLat8Q2SpFzzCC031vE8Igff6qa7O7u3rR/0xBpBgEEUwMADAoOhYPBoMAXAASACgoG',
  'TcXCgkIDAsIikWAkEgaGgeJIGAggURDFgCATQSTTupIBAABEMKeyuUQ2D2IQRCGjkCGEIBMAAAAAAQAAAAQAAAAIAAAA',
].join('');

/** By their numbers, from 1. */
export const DOCUMENT_DICTIONARIES: readonly Buffer[] = [
  Buffer.from(FIRST_DICTIONARY),
  Buffer.concat([Buffer.from(CODES, 'base64'), Buffer.from(FIRST_DICTIONARY)]),
];
