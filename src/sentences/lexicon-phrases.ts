/** Words of the synonym table that mean something else, or too many things, in a sentence of a person. */
export const ambiguousWords: Readonly<Record<string, string>> = {
  propertyType: `room, zimmer, lot, local, box, parking box, parkings, parking, garage, garages, place de parking, stationnement, garaje, parking space,
    car park, residence, solar, rustic, commercial, industrial, hotel, restaurant, halle, retail, store, nave, logement, entreprises, land, terrain,
    terrains, plot, plots, bureau, bureaux, office, offices, office space, t1, t2, t3, t4, t5, f1, f2, f3, f4, f5, mas, halle, praxis, laden, building, studio, studette,
    shop, coworking, locaux, premises, commerce, chambre de service, maison avec terrain, commercial sale, commercial lease, residential lot`,
  constructionStatus: 'existant, existing, used, recent, proposed, usado, bestand, bestehend',
  transactionType: `location, locations, let, prestige, vente de prestige, investment, produit d investissement, produit catalogue, viager, vefa, life annuity,
    life annuity sale, colocation, roommate, location vacances, location saisonniere, saisonnier, cession de bail, short term rentals, vente, ventes, sale, sales, rent, location meublee, office for sale, land for sale, parking for sale,
    local for sale, office for rent, parking for rent, local for rent, residential lease, offer for lease, lease out, offer for purchase, vente fonds de commerce`,
  saleType:
    'vente en viager, life annuity sale, vente, classique, normal, normale, vente classique, traditionnelle, sale, venta, kauf, resale, standard',
  condition: `neuf, neuve, new, new construction, newly built, new build, nuevo, nueva, neu, excellent, excellente, fair, bon, bonne, good, bueno, gut, correct, mauvais, poor,
    bad, fixer, renew, habitable, a estrenar, bon standing, travaux, very good`,
  constructionType: `bois, wood, mixed, mixte, other, autre, autres, otro, concrete, architecte, holz, stein, modern, piedra`,
  publisherType: `private, individual, person, owner, broker, brokerage, privat, particular, notaire, pro, professional, professionnel, professionnels, professional unknown,
    developer, promoter, promoteur, agency, makler`,
  mandate: 'simple, open, net, exclusive',
  feature: `parking, parkings, garage, garages, box, carport, stationnement, parking space, parking spaces, place de parking, places de parking, a c, ac, in ground,
    above ground, grill, gated, crossing, basement, sous sol, fitness, padel, tennis, unterkellert, storage, dressing, fire place, kamin`,
};

type PhraseTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What people say beyond the labels and the synonyms of feeds, by vocabulary. */
export const spokenWords: PhraseTable = {
  propertyType: {
    FLAT: 'appt, appts, apt, apts, app, apart, apartement, rez de jardin',
    HOUSE: `maison de ville, maison de village, maison de campagne, maison individuelle, maison familiale, maison de maitre, maison mitoyenne, family house, country house,
      town house, mas, mas provencal, farm, chateaux, detached house, semi detached house, terraced house`,
    BUILDING: 'immeuble entier, immeuble locatif, investment building',
    LAND: 'building plot, building land, parcelle constructible, terrain a construire, terrain viabilise, agricultural land, terrain de loisir, terre agricole, terres agricoles',
    SHOP: 'local boutique, bail commercial, retail unit, retail space',
    OFFICE: 'plateau de bureaux, local professionnel, open space de bureaux',
    COMMERCIAL_PREMISES:
      'local professionnel et commercial, murs de commerce, hangar, commercial space, commercial unit, commercial property, warehouse, entrepot, local d activite',
  },
  constructionStatus: {
    OLD: 'ancienne, anciens, anciennes, dans l ancien, de l ancien, d epoque, period',
    NEW: 'dans le neuf, du neuf, newly built, brand new, residence neuve, jamais habite',
    UNDER_CONSTRUCTION: 'under construction, en cours de construction, en vefa, a construire, off the plan',
  },
  transactionType: {
    SELL: `vend, vente, sold, for sale, purchase, buy, ventes, en vente, a la vente, a l achat, pour acheter, acheter, acquerir, acquisition, vendu, vendue, vendus, sale, on sale, to buy, buying, to purchase, for purchase,
      mise en vente, achete, j achete`,
    RENT: `en location, a la location, locations, pour louer, louer, a louer, location, to rent, renting, rentals, for let, loue, loyer, loyers, par mois, le mois, mois, mensuel, mensuels, mensuelle,
      per month, a month, monthly, rent, rented, leasing, for lease, to lease, pcm, per calendar month, month, rental, pm`,
  },
  saleType: { LIFE_ANNUITY: 'en viager, viager, viagers, life annuities, viager libre, viager occupe' },
  condition: {
    GOOD: `bon etat, tres bon etat, en bon etat, en tres bon etat, excellent etat, parfait etat, en parfait etat, etat impeccable, bien entretenu, bien entretenue, bien entretenus,
      good condition, in good condition, very good condition, excellent condition, refaite a neuf, refaits a neuf, refait, refaite, entierement renove, entierement renovee, entierement refait,
      recemment renove, recemment renovee, renove, renovee, renoves, remis a neuf, comme neuf, move in ready, pret a habiter, cle en main, cles en main, well maintained, fully renovated, newly renovated`,
    TO_RENOVATE: `travaux, avec travaux, avec des travaux, gros travaux, travaux a prevoir, petits travaux, a renover entierement, a rehabiliter, a retaper, en travaux, to be renovated, to renovate, renovation project,
      renovation work, renovation works, works, work needed, works needed, work required, needing work, needs renovating, in need of renovation, rafraichissement, renovation a prevoir, a rafraichir`,
  },
  constructionType: {
    STONE: 'pierres apparentes, stone built, pierre, stone, pierre apparente',
    BRICK: 'brique rouge, briques rouges, en brique, en briques',
    WOOD: 'maison en bois, maison bois, ossature bois, wooden house',
    CONTEMPORARY: 'd architecte, contemporains, architect designed',
    HAUSSMANNIAN: 'haussmanniens, haussmaniens, haussmanien, haussmanian, style haussmannien',
  },
  publisherType: {
    PRIVATE_INDIVIDUAL: `entre particuliers, de particulier a particulier, particulier a particulier, par un particulier, par particulier, par des particuliers, particuliers, uniquement particulier,
      private seller, private sellers, private owner, private individual, private individuals, from owner, direct proprietaire, direct owner, pap`,
    REAL_ESTATE_AGENCY:
      'par agence, en agence, par une agence, via une agence, estate agents, real estate agency, estate agency, agency, agencies, agences',
    PROFESSIONAL:
      'professionnel, professionnels, par un professionnel, par des professionnels, professional, professionals, professional seller, pro, pros',
  },
  mandate: {
    EXCLUSIVE: 'en exclusivite, exclusivite, exclusivites, exclusif, exclusive mandate, exclusive listing',
  },
  unitFeature: {
    LAST_FLOOR: 'dernier etage, au dernier etage, top floor, on the top floor, last floor',
    GROUND_FLOOR:
      'rez de chaussee, rdc, au rdc, au rez de chaussee, en rdc, en rez de chaussee, ground floor, on the ground floor, plain pied sur rue',
    GARDEN_FLOOR: 'rez de jardin, en rez de jardin, rdj',
    FURNISHED: 'meuble, meublee, meubles, meublees, en meuble, fully furnished',
    DISABLED_ACCESS:
      'pmr, accessible pmr, acces pmr, acces handicape, acces handicapes, disabled access, wheelchair access, accessible, step free access, accessible handicapes, accessible aux handicapes, wheelchair accessible, acces handicape',
    AIR_CONDITIONING:
      'climatise, climatisee, climatises, clim, air conditioned, air con, climatisation reversible, clim reversible, aircon',
    BALCONY: 'balcon filant, grand balcon, balcons, loggia',
    TERRACE: 'terrasse, toit terrasse, rooftop terrace, grande terrasse, terrasses, patio terrasse',
    GARDEN:
      'jardin, jardin privatif, jardin clos, jardinet, private garden, grand jardin, petit jardin, big garden, large garden, small garden, jardins',
    EQUIPPED_KITCHEN:
      'cuisine equipee, cuisine amenagee, cuisine amenagee et equipee, cuisine americaine equipee, fitted kitchen, equipped kitchen',
    FIREPLACE: 'cheminee, foyer ouvert, fireplace, cheminees',
    PARQUET: 'parquet ancien, parquets, parquet massif, hardwood floors, wooden floor',
    QUIET: 'calme, au calme, tranquille, quiet, environnement calme, rue calme, quartier calme',
    CROSSING: 'traversant, traversante, traversants, dual aspect',
    CELLAR: 'cave, caves, une cave, wine cellar, cave a vin',
    BASEMENT: 'sous sol, basement, sous sol complet',
    STORAGE: 'cellier, storage room, storage space, debarras, rangements, espace de rangement, rangement',
    DRESSING: 'dressing, dressing room, walk in closet, walk in wardrobe',
    DOUBLE_GLAZING: 'double vitrage, double glazing, double glazed, double glazed windows, doubles vitrages',
  },
  amenityFeature: {
    ELEVATOR: 'ascenseur, lift, elevator, ascenceur, asc, ascenseurs',
    SWIMMING_POOL:
      'piscine, piscines, pool, swimming pool, piscine privee, piscine chauffee, private pool, heated pool',
    CARETAKER: 'gardien, gardienne, concierge, caretaker, gardiennage',
    GATED_COMMUNITY:
      'residence securisee, residence fermee, residence fermee et securisee, gated community, secured residence, copropriete securisee',
    BIKE_ROOM:
      'local a velos, local a velo, local velo, local velos, bike room, bike storage, garage a velos, abri velo, local poussette et velos',
    GYM: 'salle de sport, gym, fitness room, salle de gym, salle de fitness',
    SPORT_COURT: 'court de tennis, tennis, terrain de tennis, tennis court, terrain de sport',
    INTERCOM: 'interphone, visiophone, intercom, videophone',
    PLAYGROUND: 'aire de jeux, playground, aire de jeux pour enfants',
    BARBECUE_GRILL: 'barbecue, bbq',
  },
};

/** Words that deny a feature. */
export const deniedFeatures: Readonly<Record<string, string>> = {
  FURNISHED: 'non meuble, non meublee, non meubles, vide, vides, unfurnished, pas meuble, pas meublee, nue',
};

/** Conditions of a rent. */
export const chargeWords = {
  true: 'charges comprises, cc, charges incluses, tcc, toutes charges comprises, bills included, charges included, including charges, all bills included, avec charges',
  false:
    'hors charges, hc, sans les charges, sans charges, excluding charges, bills excluded, charges non comprises',
};

/** Heating: what follows or precedes the word for it. */
export const heatingWords = {
  system: {
    HEAT_PUMP: 'pompe a chaleur, pac, heat pump, pompes a chaleur',
    FLOOR_HEATING:
      'chauffage au sol, plancher chauffant, underfloor heating, floor heating, chauffage par le sol',
    WOOD_STOVE:
      'poele a bois, poele a granules, poele a granule, poele a pellets, poele, wood stove, wood burner, wood burning stove, pellet stove, insert',
    BOILER: 'chaudiere, boiler, chaudiere a condensation',
    RADIATOR: 'radiateurs, radiators',
  },
  energyCarrier: {
    GAS: 'gaz, gaz de ville, gaz naturel, gas, natural gas',
    ELECTRICITY: 'electrique, electricite, electric, electrical, elec, tout electrique',
    OIL: 'fioul, fuel, mazout, oil',
    WOOD: 'bois, granules, pellets, wood',
    SOLAR: 'solaire, solar',
    GEOTHERMAL: 'geothermie, geothermique, geothermal',
    DISTRICT_HEATING: 'urbain, reseau de chaleur, district',
  },
  /** Clear without the word for heating. */
  alone: {
    GEOTHERMAL: 'geothermie, geothermal heating',
    DISTRICT_HEATING: 'chauffage urbain, district heating, reseau de chaleur',
  },
  collective: {
    true: 'collectif, collective, central collectif, commun, shared, communal',
    false: 'individuel, individual, private',
  },
};

/** Nouns that are the thing sought, or a part of it. */
export const deferredNouns = {
  parking: `parking, parkings, garage, garages, box, boxes, box ferme, garage ferme, place de parking, places de parking, place de stationnement, places de stationnement, stationnement, stationnements,
    parking space, parking spaces, car park, parking spot, parking place, emplacement de parking, parking prive, parking privatif, private parking, carport, double garage, garage double, off street parking,
    parking couvert, parking souterrain, underground parking, parking en sous sol, covered parking, place de garage, emplacement parking, box de stationnement`,
  office: 'bureau, bureaux, office, offices, office space',
  land: 'terrain, terrains, land, plot, plots, parcelle, parcelles, terrain nu, plot of land, piece of land',
  shop: 'shop, shops, commerce, commerces, store',
  building: 'immeuble, immeubles, building, batiment, copropriete, petite copropriete, residential building',
};

/** What a place for a car is called, and of which kind it is. */
export const parkingWords = {
  nouns: `place de parking, places de parking, place de stationnement, stationnement, emplacement, emplacement de parking, parking, place, garage, box,
    place de garage`,
  kinds: `en sous sol, au sous sol, sous sol, souterrain, souterraine, couvert, couverte, ferme, fermee, prive, privee, privatif, privative, securise, securisee, exterieur,
    exterieure, interieur, aerien, boxe, individuel, double, attenant, a velo, moto, 2 roues`,
};

/** Studios have one room. */
export const studioWords = 'studio, studios, studette, studettes, studio apartment, studio flat';

/** Phrases that contain known words and mean something else: returned as not understood. */
export const opaquePhrases = `frais d agence, frais de notaire, frais de notaire reduits, honoraires, agency fees, vue mer, vue sur mer, vue sur la mer, vue jardin, vue sur jardin, vue parc, vue montagne, vue degagee,
  sea view, garden view, bord de mer, bord de l eau, pieds dans l eau, pas cher, pas chere, pas chers, pas trop cher, bon marche, centre ville, hyper centre, plain pied, de plain pied, piece d eau, pieces d eau, cuisine americaine,
  chambre d amis, coin cuisine, salle d eau, salles d eau, salle a manger, location saisonniere, location de vacances, location vacances, vacances, courte duree, short term, colocation, coloc, en colocation, flatshare, house share,
  investissement locatif, locataire en place, loue actuellement, deja loue, loue ou libre, libre ou loue, vendu loue, vendue louee, libre d occupation, tenant in place, rental investment, buy to let, premier achat, first time buyer, chambre de bonne, chambre de service, salle de cinema, toit terrasse partage,
  jardin partage, jardin commun, jardin public, shared garden, piscinable, grand bureau, coin bureau, espace bureau, home office, office at home, parc, pleine nature, ecoles, ecole, transports, tram,
  tramway, metro, gare, gare rer, rer, bus, plage, golf, mer, montagne, foret, campagne, a la campagne, countryside, lac, riviere, port, vieux port, residence etudiante, residence senior, residence services, residence de standing, residence,
  grande surface, travaux recents, garage velo, nue propriete, droit au bail, cession de bail, local poubelle, vente aux encheres, hors d eau, sans vis a vis, loi carrez, loi pinel, pinel, denormandie, pret a taux zero, ptz`;
