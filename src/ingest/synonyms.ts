import type { VocabularyName, Word } from '../catalogue/vocabularies.ts';
import { featureSynonyms } from './feature-synonyms.ts';

/** Foreign words for one of ours, in lower case without accents or hyphens, separated by commas. */
type SynonymList = string;

type VocabularySynonyms = {
  readonly [Name in VocabularyName]?: { readonly [Ours in Word<Name>]?: SynonymList };
};

interface OtherSynonyms {
  readonly flag: Readonly<Record<'true' | 'false', SynonymList>>;
  /** Whether a heating is shared by the building. */
  readonly collective: Readonly<Record<'true' | 'false', SynonymList>>;
  readonly floor: Readonly<Record<string, SynonymList>>;
  readonly feature: typeof featureSynonyms;
}

/**
 * The one table of foreign words. It holds only unambiguous words: others stay unknown and are counted.
 * Words are in the form of `normaliseWords`: "Maison/Villa" is "maison villa", "toRestore" is "to restore".
 */
export const synonyms: VocabularySynonyms & OtherSynonyms = {
  propertyType: {
    FLAT: `apartment, apartments, flats, appartement, appartements, appart, studio, studette, loft, loft atelier surface, duplex,
      triplex, penthouse, maisonette, chambre de service, piso, apartamento, atico, estudio, appartamento, wohnung, etagenwohnung,
      eigentumswohnung, zimmer, room, condo, condominium, stock cooperative, co op, t1, t2, t3, t4, t5, f1, f2, f3, f4, f5, logement`,
    HOUSE: `maison, maisons, maison villa, maison avec terrain, modele de maison, villa, pavillon, chalet, chateau, castle, manoir, manor,
      hotel particulier, ferme, fermette, longere, mas, bastide, demeure, propriete, domaine, corps de ferme, moulin, detached,
      semi detached, terraced, end of terrace, mews, bungalow, cottage, townhouse, mansion, farmhouse, cabin, mobile home, mobil home,
      manufactured home, single family residence, single family home, casa, chalet adosado, adosado, pareado, finca, cortijo, rustic, masia,
      haus, einfamilienhaus, doppelhaushaelfte, reihenhaus, riad, gite, residence`,
    BUILDING: `immeuble, immeubles, immeuble de rapport, batiment, edificio, mehrfamilienhaus, zinshaus renditeobjekt, zinshaus,
      block of apartments, block of flats, apartment building, apartment complex, multi family, residential income`,
    PARKING: `garage, garages, box, parking box, parkings, place de parking, stationnement, garaje, plaza de garaje, parken, stellplatz,
      tiefgarage, parking space, car park`,
    OFFICE:
      'bureau, bureaux, offices, oficina, oficinas, buero, buero praxen, praxis, office space, coworking',
    LAND: `terrain, terrains, terrain a batir, terrain constructible, terrain agricole, plot, plots, lot, farm land, unimproved land,
      terreno, terrenos, parcela, solar, grundstueck, grundstuck, residential lot`,
    SHOP: 'boutique, magasin, commerce, fonds de commerce, store, retail, tienda, einzelhandel, laden, ladenlokal, murs commerciaux',
    COMMERCIAL_PREMISES: `local, local commercial, local d activite, local d activites, locaux, locaux commerciaux, entreprises, entrepot,
      batiment industriel, batiment commercial, warehouse, industrial, commercial, commercial property, commercial sale, commercial lease, premises, premises commercial,
      premises industrial, local comercial, nave, nave industrial, gastgewerbe, hallen lager prod, halle, hotel, restaurant`,
  },
  constructionStatus: {
    OLD: 'ancien, existant, existing, resale, resales, second hand, segunda mano, usado, altbau, bestand, bestehend, used',
    NEW: 'neuf, neuve, new build, newbuild, new home, new construction, obra nueva, a estrenar, neubau, programme neuf, recent',
    UNDER_CONSTRUCTION: `vefa, en construction, sur plan, vente en l etat futur d achevement, off plan, offplan, sobre plano,
      en construccion, rohbau, projektiert, im bau, to be built, proposed`,
  },
  transactionType: {
    SELL: `sale, sales, vente, ventes, a vendre, vendre, achat, acheter, buy, purchase, venta, en venta, comprar, kauf, verkauf,
      vente de prestige, prestige, vente fonds de commerce, produit d investissement, produit catalogue, investment, viager, vefa,
      cession de bail, life annuity, life annuity sale, office for sale, land for sale, parking for sale, local for sale, offer for purchase`,
    RENT: `rental, rentals, location, locations, a louer, louer, lease, let, letting, lettings, to rent, for rent, alquiler, alquilar,
      miete, miete pacht, vermietung, location vacances, location saisonniere, saisonnier, location meublee, colocation, roommate,
      office for rent, parking for rent, local for rent, short term rentals, residential lease, offer for lease, lease out`,
  },
  transactionStatus: {
    AVAILABLE:
      'active, disponible, en vente, offen, for sale, coming soon, back on market, live, en cours, a',
    UNDER_OFFER: `sous compromis, compromis, sous offre, offre en cours, sous option, under contract, active under contract, pending,
      contingent, reserviert, reserved, reserve, reservado, sold subject to contract, sstc, sstcm, sale agreed, let agreed, under option`,
    SOLD: 'vendu, vendue, closed, verkauft, vendido, vendida',
    RENTED: 'loue, louee, let, leased, vermietet, alquilado, alquilada',
    WITHDRAWN:
      'retire, retiree, hold, canceled, cancelled, off market, archive, archived, retirado, suspendu, temporarily off market',
  },
  saleType: {
    STANDARD: 'vente, classique, normal, normale, vente classique, traditionnelle, sale, venta, kauf, resale',
    LIFE_ANNUITY:
      'viager, viagers, viager occupe, viager libre, vente en viager, rente viagere, renta vitalicia, leibrente, annuity, life annuity sale',
  },
  areaUnit: {
    SQM: `m2, sq m, mq, qm, m carre, m carres, metre carre, metres carres, square meter, square meters, square metre, square metres,
      meters, metres, mtk, metros cuadrados, quadratmeter`,
    SQFT: 'ft2, sq ft, sq feet, feet, foot, square foot, square feet, ftk, pies cuadrados, quadratfuss, sq ft us',
    HECTARE: 'ha, hectares, hectareas, hektar, har',
    ACRE: 'acres, acr, acrs',
  },
  legalAreaLaw: { CARREZ: 'loi carrez, surface carrez', BOUTIN: 'loi boutin, surface boutin' },
  orientation: {
    NORTH: 'nord, norte, n, plein nord',
    NORTH_EAST: 'nord est, nordest, noreste, nordost, northeast, ne',
    EAST: 'est, este, ost, e, plein est',
    SOUTH_EAST: 'sud est, sudest, sureste, sudeste, suedost, sudost, southeast, se',
    SOUTH: 'sud, sur, sued, s, plein sud',
    SOUTH_WEST: 'sud ouest, sudouest, suroeste, suedwest, sudwest, southwest, sw, so',
    WEST: 'ouest, oeste, w, o, plein ouest',
    NORTH_WEST: 'nord ouest, nordouest, noroeste, nordwest, northwest, nw, no',
  },
  condition: {
    NEW: 'neuf, neuve, nuevo, nueva, neu, erstbezug, a estrenar, new construction, newly built, new build',
    GOOD: `excellent, excellente, very good, fair, bon, bonne, bon etat, tres bon etat, parfait etat, bon etat general, bon standing, renove,
      renovee, refait, refait a neuf, rafraichi, correct, habitable, bueno, buen estado, gut, gepflegt, neuwertig, modernisiert, saniert,
      teil vollsaniert, teil vollrenoviert, vollsaniert, updated remodeled, updated, renovated, refurbished, remodeled, as new, like new,
      well maintained`,
    TO_RENOVATE: `a renover, a rafraichir, a restaurer, travaux, travaux a prevoir, gros travaux, mauvais etat, mauvais, to restore, to refurbish,
      to modernise, renew, reformar, a reformar, para reformar, needs work, needs renovation, fixer, fixer upper, poor, bad, unmodernised,
      sanierungsbeduerftig, renovierungsbeduerftig, teil vollrenovierungsbed, baufaellig, abrissobjekt, entkernt, sanierungsbedurftig`,
  },
  parkingType: {
    GARAGE: 'box, boxe, garages, garage ferme, box ferme, garaje, attached garage, detached garage',
    OUTDOOR:
      'exterieur, aerien, ouvert, plein air, outside, open, uncovered, freiplatz, aussenstellplatz, exterior, off street, driveway',
    UNDERGROUND: 'sous sol, souterrain, en sous sol, subterraneo, tiefgarage, basement, subterranean',
    COVERED: 'couvert, couverte, abri, carport, parkhaus, duplex, cubierto, interieur, indoor',
  },
  heatingSystem: {
    BOILER: 'chaudiere, chaudieres, chaudiere a condensation, kessel, caldera, hot water, steam, boilers',
    HEAT_PUMP: `pompe a chaleur, pac, pac air air, pac air eau, heat pumps, aerothermie, waermepumpe, warmepumpe, luftwp, bomba de calor,
      air conditioning heat pump`,
    RADIATOR: 'radiateur, radiateurs, radiators, heizkorper, heizkoerper, radiador, radiadores',
    FLOOR_HEATING: `sol, au sol, chauffage au sol, plancher chauffant, plancher, underfloor, underfloor heating, radiant floor, fussboden,
      fussbodenheizung, suelo radiante`,
    SOLAR_THERMAL: 'solaire thermique, chauffage solaire, solarthermie, active solar, passive solar',
    WOOD_STOVE:
      'poele, poele a bois, poele a granules, poeles, insert, cheminee, pellet stove, wood stoves, ofen, kaminofen, estufa',
    AIR_CONDITIONING:
      'clim, climatisation, climatisation reversible, clim reversible, reversible, klimaanlage, ductless, mini split',
    ELECTRIC_HEATER: `electric, convecteur, convecteurs, radiateur electrique, radiateurs electriques, grille pain, panneaux rayonnants,
      radiant electrique, electric heaters, baseboard, elektroheizung, nachtspeicher, night storage, storage heaters`,
  },
  energyCarrier: {
    GAS: `gaz, gaz naturel, gaz de ville, natural gas, propane, propane butane, butane, gpl, lpg, erdgas, fluessiggas, flussiggas, gasnatural,
      gas natural`,
    ELECTRICITY:
      'electrique, electriques, electricite, electric, elektro, elektrisch, strom, electricidad, electrico, wasser elektro',
    OIL: 'fioul, fuel, mazout, fioul domestique, fuel oil, gasoil, gasoleo, oel, ol, heizoel, heizol',
    WOOD: `bois, pellet, pellets, granules, granule, buches, bois buches, bois granules, wood pellets, biomasse, biomass, biomasa, holz,
      lena`,
    SOLAR: 'solaire, solaires, energie solaire, sonne',
    GEOTHERMAL: 'geothermie, geothermique, erdwaerme, erdwarme, geotermia, ground source',
    DISTRICT_HEATING: `district, urbain, chauffage urbain, reseau de chaleur, reseau de chauffage urbain, cpcu, fern, fernwaerme, fernwarme,
      heat network, district network`,
  },
  collective: {
    true: 'collectif, collective, collectifs, commun, communal, central, centrale, zentral, shared, comunitaria',
    false: 'individuel, individuelle, individuels, individual, prive, privee, private, etage',
  },
  constructionType: {
    HAUSSMANNIAN: 'haussmannien, haussmannienne, haussmann, immeuble haussmannien',
    MODERN: 'moderne, modernes',
    CONTEMPORARY: 'contemporain, contemporaine, maison contemporaine, maison d architecte, architecte',
    TRADITIONAL: 'traditionnel, traditionnelle, maison traditionnelle',
    STONE: 'pierre, pierres, en pierre, pierre de taille, maison en pierre, piedra, stein',
    BRICK: 'brique, briques, bricks, ladrillo, ziegel',
    CONCRETE: 'beton, beton arme, parpaing, hormigon',
    WOOD: 'bois, ossature bois, en bois, timber, wood frame, madera, holz',
    MIXED: 'mixte',
    OTHER: 'autre, autres, otro, sonstige, fertigteile',
  },
  connectivity: {
    CABLE: 'cable tv, kabel, kabel sat tv',
    FIBER: 'fibre, fibre optique, fiber optic, fibra, glasfaser',
  },
  currency: {
    EUR: 'euro, euros, eu',
    USD: 'us$, $, dollar, dollars, us dollar',
    GBP: 'pound, pounds, livre, livres, sterling',
    CHF: 'franc suisse, francs suisses, schweizer franken, sfr',
  },
  frequency: {
    WEEKLY: 'week, per week, semaine, hebdomadaire, par semaine, pw, pppw, semana, woche',
    MONTHLY: 'month, per month, mois, mensuel, mensuelle, par mois, pcm, mes, monat, monatlich, mon',
    YEARLY:
      'year, annual, annually, per year, an, annee, annuel, annuelle, par an, pa, ano, jahr, jaehrlich, ann',
  },
  paidBy: {
    BUYER: 'acquereur, acheteur, purchaser, comprador, kaeufer, charge acquereur',
    SELLER: 'vendeur, vendor, vendedor, verkaeufer, charge vendeur',
    OWNER: 'proprietaire, bailleur, landlord, propietario, eigentuemer, vermieter',
    TENANT: 'locataire, preneur, renter, inquilino, mieter, lessee',
  },
  legalFeeType: {
    NOTARY: 'notaire, frais de notaire, notaria, notar',
    REGISTRATION: 'enregistrement, droits d enregistrement',
  },
  condominiumLineType: {
    HEATING: 'chauffage, heizung, calefaccion',
    WATER: 'eau, eau froide, eau chaude, wasser, agua',
    CARETAKER: 'gardien, gardiennage, concierge, hausmeister, portero',
    MAINTENANCE: 'entretien, ascenseur, menage, instandhaltung, mantenimiento',
    OTHER: 'autre, autres, divers',
  },
  rentalChargeLineType: {
    HEATING: 'chauffage, heizung, calefaccion',
    WATER: 'eau, eau froide, eau chaude, wasser, agua',
    MAINTENANCE: 'entretien, ascenseur, menage, instandhaltung, mantenimiento',
    GARBAGE: 'ordures menageres, teom, poubelles, trash, waste, muell, basuras',
    ELECTRICITY: 'electricite, strom, electricidad',
    GAS: 'gaz, erdgas',
    INTERNET: 'wifi, box internet, adsl, fibre',
    OTHER: 'autre, autres, divers',
  },
  diagnosticType: { DPE: 'diagnostic de performance energetique, dpe logement, dpe fr' },
  diagnosticStandard: {
    FR_DPE_2006:
      'dpe v01 2011, v01 2011, 2006, 2011, dpe 2006, dpe 2011, avant 2021, ancien dpe, avant juillet 2021',
    FR_DPE_2021:
      'dpe v07 2021, v07 2021, 2021, dpe 2021, nouveau dpe, apres juillet 2021, dpe 3cl 2021 methode logement',
  },
  scoreType: {
    ENERGY_CONSUMPTION: 'energy, energie, dpe, consumption, conso, consommation, consommation energetique',
    CARBON_EMISSIONS: 'ges, ghg, emission, emissions, co2, carbone, climat, greenhouse gas, carbon',
  },
  scoreUnit: {
    KWH_EP_PER_SQM_YEAR:
      'kwhep m2 an, kwh m2 an, kwh ep m2 an, kwh m2 year, k wh m2 an, k wh ep m2 an, k whep m2 an',
    KG_CO2E_PER_SQM_YEAR:
      'kg co2 m2 an, kgco2 m2 an, kg eq co2 m2 an, kg co2e m2 an, kg co2 m2 year, kg c o2 m2 an',
  },
  scoreRating: { A: 'a+, a++, a1, a2, a3, a4' },
  locationAccuracy: {
    PRECISE:
      'exact, exacte, address, adresse, adresse exacte, housenumber, house number, rooftop, parcel, parcelle, full, numero, exakt',
    STREET: 'rue, voie, calle, strasse, route, locality street',
    NEIGHBORHOOD: 'quartier, neighbourhood, barrio, iris, viertel, sub locality, sublocality, suburb',
    DISTRICT: 'arrondissement, distrito, bezirk, municipal district, borough',
    CITY: 'municipality, commune, ville, town, locality, localite, municipio, ciudad, ort, stadt, postcode, postal code, code postal',
    UNKNOWN: 'inconnu, inconnue, none, hidden, aucune, desconocido, unbekannt',
  },
  publisherType: {
    PRIVATE_INDIVIDUAL:
      'private, particulier, particuliers, individual, person, owner, by owner, proprietaire, particular, privat, privatperson',
    REAL_ESTATE_AGENCY: `agency, agence, agences, agence immobiliere, real estate agent, estate agent, agencia, inmobiliaria, makler,
      immobilienmakler, broker, brokerage`,
    COMMERCIAL_AGENT: 'agent commercial, agents commerciaux',
    MANDATED_AGENT: 'mandataire, mandataires, mandataire immobilier, reseau de mandataires, negociateur',
    PROFESSIONAL_UNKNOWN:
      'pro, professional, professionnel, professionnels, profesional, gewerblich, promoteur, promoter, developer, notaire',
  },
  mandate: {
    EXCLUSIVE: `exclusif, exclusive mandate, exclusivite, mandat exclusif, exclusiva, exclusive right to sell, exclusive right to lease,
      exclusive agency, exclusive right with exception, sole agency, alleinauftrag`,
    SEMI_EXCLUSIVE:
      'semi exclusif, semi exclusivite, mandat semi exclusif, co exclusif, co exclusivite, joint sole agency',
    NON_EXCLUSIVE:
      'simple, mandat simple, open, non exclusif, sans exclusivite, multi agency, no exclusiva, net',
  },
  flag: {
    true: 'true, vrai, oui, yes, si, ja, y, o, j, 1, x, on, verdadero, wahr',
    false: 'false, faux, non, no, nein, n, 0, off, falso, falsch, aucun, aucune',
  },
  floor: {
    0: `rdc, rez de chaussee, rez de jardin, rdj, bajo, bj, planta baja, ground, ground floor, erdgeschoss, eg, garden level, piano terra,
      parterre, hochparterre`,
    1: 'premier, premier etage, en, entresuelo, principal, first, first floor',
    [-1]: 'sous sol, ss, st, sotano, semisotano, souplex, basement, lower ground floor, untergeschoss, souterrain',
  },
  feature: featureSynonyms,
};
