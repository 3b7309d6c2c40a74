// Written by `npm run generate` from openapi.json: change the routes, not this file.

/** A property with its publishers and listings. */
export interface PropertyResult {
  /** The id of the property. */
  id: string;
  /** The consolidated view. */
  property: Property;
  /** The advertisers, each once. */
  publishers: Publisher[];
  /** The advertisements. */
  listings: Listing[];
}

/** The consolidated view of a property. */
export interface Property {
  /** When the property was first seen. */
  createdAt: string;
  /** When its content last changed; a mere visit does not move it. */
  updatedAt: string;
  /** True when every listing is offline. */
  expired: boolean;
  /** What kind of asset it is. */
  propertyType?: PropertyType;
  /** Old, new or being built. */
  constructionStatus?: ConstructionStatus;
  /** The transaction offered. */
  transaction?: {
    /** For sale or to let. */
    type?: TransactionType;
    /** How far it has gone. */
    status?: TransactionStatus;
    saleType?: SaleType;
    /** The day the property becomes free. */
    availableAt?: string;
  };
  /** The areas. */
  area?: PropertyArea;
  /** The dwelling or premises itself. */
  unit?: PropertyUnit;
  /** The building the unit is in. */
  building?: PropertyBuilding;
  /** What the building or estate offers. */
  amenities?: PropertyAmenities;
  /** The text of the advertisement. */
  body?: {
    /** The title. */
    title?: string;
    /** The description. */
    description?: string;
  };
  /** The price and what comes with it. */
  pricing?: PropertyPricing;
  /** The estimate of its price by the service, where it has one. */
  valuation?: PropertyValuation;
  /** Where the property is. */
  location?: PropertyLocation;
  /** The pictures, each once. */
  pictures: {
    /** The address of the picture. */
    url: string;
  }[];
  /** What changed, the newest first. */
  changes: PropertyChange[];
}

/** The areas of a property. */
export interface PropertyArea {
  /** The area a buyer compares by: the living area, else the total area. In `unit`. */
  displayed?: number;
  /** The unit of the areas beside it. */
  unit?: AreaUnit;
  /** Areas under the roof of the unit. */
  indoor?: {
    /** The unit of the areas beside it. */
    unit?: AreaUnit;
    /** The area measured under a law. */
    legal?: {
      /** The legal area. In the unit of the indoor areas. */
      value?: number;
      /** The law it was measured under. */
      law?: LegalAreaLaw;
    };
    /** The living area. In `unit`. */
    living?: number;
    /** The total floor area, low ceilings and walls included. In `unit`. */
    total?: number;
  };
  /** Areas in the open that belong to the unit. */
  outdoor?: {
    /** The unit of the areas beside it. */
    unit?: AreaUnit;
    /** The area of the terraces. In `unit`. */
    terrace?: number;
    /** The area of the balconies. In `unit`. */
    balcony?: number;
    /** The area of the private garden. In `unit`. */
    garden?: number;
  };
  /** Areas apart from the unit. */
  annexes?: {
    /** The unit of the areas beside it. */
    unit?: AreaUnit;
    /** The area of the basement or cellar. In `unit`. */
    basement?: number;
    /** The area of the parking spaces. In `unit`. */
    parking?: number;
  };
  /** The plot the property stands on. */
  land?: {
    /** The unit of the plot. */
    unit?: AreaUnit;
    /** The area of the plot. In `unit`. */
    value?: number;
  };
}

/** The dwelling or premises itself. */
export interface PropertyUnit {
  /** Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. */
  rooms?: number;
  /** Bedrooms. */
  bedrooms?: number;
  /** Bathrooms; shower rooms are counted apart. */
  bathrooms?: number;
  /** Shower rooms. */
  showerRooms?: number;
  /** Toilets. */
  wc?: number;
  /** Living rooms. */
  livingRooms?: number;
  /** Kitchens. */
  kitchens?: number;
  /** The floor it is on; 0 is the ground floor, below it is negative. */
  floor?: number;
  /** On the last floor of the building. */
  lastFloor?: boolean;
  /** On the ground floor. */
  groundFloor?: boolean;
  /** On the garden level, with direct access to a garden. */
  gardenFloor?: boolean;
  /** Offered furnished. */
  furnished?: boolean;
  /** Accessible to disabled people. */
  disabledAccess?: boolean;
  /** With an equipped kitchen. */
  equippedKitchen?: boolean;
  /** With a fireplace. */
  fireplace?: boolean;
  /** With air conditioning. */
  airConditioning?: boolean;
  /** With double glazing. */
  doubleGlazing?: boolean;
  /** With a wooden parquet floor. */
  parquet?: boolean;
  /** With a balcony. */
  balcony?: boolean;
  /** With a terrace. */
  terrace?: boolean;
  /** With a private garden. */
  garden?: boolean;
  /** With a dressing room. */
  dressing?: boolean;
  /** Open on two opposite sides. */
  crossing?: boolean;
  /** Described as quiet. */
  quiet?: boolean;
  /** With a cellar. */
  cellar?: boolean;
  /** With a basement. */
  basement?: boolean;
  /** With a storage room. */
  storage?: boolean;
  /** The directions it faces. */
  orientation?: Orientation[];
  /** The state of repair of the unit. */
  condition?: Condition;
  /** The parking that comes with the unit. */
  parking?: {
    /** Parking spaces in all. */
    total?: number;
    /** The spaces one by one, where the source lists them. */
    spots?: {
      /** The kind of the space. */
      type?: ParkingType;
      /** Closed by walls and a door. */
      box?: boolean;
    }[];
  };
  /** The energy diagnostic. */
  diagnostic?: Diagnostic;
  /** The energy of the unit. */
  energy?: {
    /** How the unit is heated. */
    heating?: Heating[];
  };
}

/** The energy diagnostic of the unit. */
export interface Diagnostic {
  /** The scheme of the diagnostic. */
  type?: DiagnosticType;
  /** The day the diagnostic was made. */
  date?: string;
  /** The edition of the rules; absent when the source did not state it. */
  standard?: DiagnosticStandard;
  /** The version of the calculation method. */
  methodVersion?: string;
  /** The number of the certificate at the registry. */
  reference?: string;
  /** The scores, by what they measure. */
  scores?: {
    /** One score of the diagnostic. */
    ENERGY_CONSUMPTION?: {
      /** The letter of the score, A the best. */
      rating?: ScoreRating;
      /** The value of the score. In `unit`. */
      value?: number;
      /** The unit of the score. */
      unit?: ScoreUnit;
    };
    /** One score of the diagnostic. */
    CARBON_EMISSIONS?: {
      /** The letter of the score, A the best. */
      rating?: ScoreRating;
      /** The value of the score. In `unit`. */
      value?: number;
      /** The unit of the score. */
      unit?: ScoreUnit;
    };
  };
}

/** One heating installation. */
export interface Heating {
  /** The heating installation. */
  system?: HeatingSystem;
  energyCarrier?: EnergyCarrier;
  /** Whether the heating is shared by the building, not private to the unit. */
  collective?: boolean;
}

/** The building the unit is in. */
export interface PropertyBuilding {
  /** The year the building was built. */
  constructionYear?: number;
  /** The year the building was last renovated. */
  renovationYear?: number;
  constructionType?: ConstructionType;
  /** The state of repair of the building. */
  condition?: Condition;
  /** Floors above the ground floor. */
  floors?: number;
  /** Lots in the condominium. */
  numberOfLots?: number;
  /** The legal standing of the condominium. */
  legalStatus?: {
    /** The condominium is under legal proceedings. */
    underLegalProceedings?: boolean;
  };
  /** The energy of the building. */
  energy?: {
    /** How the building is heated. */
    heating?: Heating[];
  };
}

/** What the building or estate offers. */
export interface PropertyAmenities {
  /** Parking shared by the building. */
  parking?: {
    /** The kind of the spaces. */
    type?: ParkingType;
    /** How many spaces there are. */
    spaces?: number;
  };
  /** The building has a lift. */
  elevator?: boolean;
  /** The building has an intercom. */
  intercom?: boolean;
  /** The entrance opens by a code. */
  digicode?: boolean;
  /** A caretaker looks after the building. */
  caretaker?: boolean;
  /** There is a room for bicycles. */
  bikeRoom?: boolean;
  /** The building is accessible to disabled people. */
  disabledAccess?: boolean;
  /** There is a gym. */
  gym?: boolean;
  /** There is a playground. */
  playground?: boolean;
  /** There is a hall for parties. */
  partyHall?: boolean;
  /** There is a sports court. */
  sportCourt?: boolean;
  /** There is a games room for adults. */
  adultGameRoom?: boolean;
  /** The property stands in a gated community. */
  gatedCommunity?: boolean;
  /** There is a barbecue. */
  barbecueGrill?: boolean;
  /** There is a swimming pool. */
  swimmingPool?: boolean;
  /** The networks that reach it. */
  connectivity?: Connectivity[];
}

/** The price and what comes with it. */
export interface PropertyPricing {
  /** The price as advertised: of the sale, or the rent of one period. In `currency`. */
  displayed?: number;
  /** The currency of the displayed price. */
  currency?: Currency;
  /** The displayed price divided by the displayed area in square metres. In currency per square metre. */
  pricePerArea?: number;
  /** What the live, price-coherent adverts ask, when they differ. */
  spread?: {
    /** The lowest price. In the currency of the displayed price. */
    lowest: number;
    /** The highest price. In the currency of the displayed price. */
    highest: number;
    /** How many adverts are compared. */
    adverts: number;
  };
  /** From the lowest to the highest price of the spread. In per cent. */
  spreadPercent?: number;
  /** Present for a sale. */
  sale?: {
    /** What the seller receives, agency fees left out. In the currency of the displayed price. */
    netPrice?: number;
    /** What a sale costs beside the price. */
    fees?: {
      /** The fees of the agency. */
      agency?: {
        /** The amount of the agency fee. In `currency`. */
        amount?: number;
        /** The currency of the agency fee. */
        currency?: Currency;
        /** The share of the agency fee in the price. In per cent. */
        percentage?: number;
        /** Who bears the agency fee. */
        paidBy?: PaidBy;
        /** Whether the displayed price includes the agency fee. */
        includedInPrice?: boolean;
      };
      /** The legal fees. */
      legal?: {
        /** The nature of the legal fee. */
        type?: LegalFeeType;
        /** The amount of the legal fee. In `currency`. */
        amount?: number;
        /** The currency of the legal fee. */
        currency?: Currency;
        /** The share of the legal fee in the price. In per cent. */
        percentage?: number;
        /** Who bears the legal fee. */
        paidBy?: PaidBy;
      };
      /** What the condominium charges its owners. */
      condominium?: {
        /** All condominium fees of one period. In `currency`. */
        total?: number;
        /** The currency of the condominium fees. */
        currency?: Currency;
        /** How often the condominium fees fall due. */
        frequency?: Frequency;
        /** The lines, where the source gives them. */
        breakdown?: {
          /** What the line pays for. */
          type?: CondominiumLineType;
          /** The amount of the line. In `currency`. */
          amount?: number;
          /** The currency of the line. */
          currency?: Currency;
          /** How often the line falls due. */
          frequency?: Frequency;
        }[];
      };
      /** The taxes of an owner. */
      taxes?: {
        /** The tax on owning the property. */
        propertyTax?: {
          /** The amount of the property tax. In `currency`. */
          amount?: number;
          /** The currency of the property tax. */
          currency?: Currency;
          /** How often the property tax falls due. */
          frequency?: Frequency;
          /** Who bears the property tax. */
          paidBy?: PaidBy;
        };
      };
    };
  };
  /** Present for a rental. */
  rental?: {
    /** The rent. */
    rent?: {
      /** The amount of the rent. In `currency`. */
      amount?: number;
      /** The currency of the rent. */
      currency?: Currency;
      /** How often the rent falls due. */
      frequency?: Frequency;
      /** Whether the rent includes the charges. */
      includesCharges?: boolean;
    };
    /** What a tenancy costs beside the rent. */
    fees?: {
      /** The charges a tenant pays each period. */
      charges?: {
        /** The amount of the rental charge. In `currency`. */
        amount?: number;
        /** The currency of the rental charge. */
        currency?: Currency;
        /** How often the rental charge falls due. */
        frequency?: Frequency;
        /** The lines, where the source gives them. */
        details?: {
          /** What the line pays for. */
          type?: RentalChargeLineType;
          /** The amount of the line. In `currency`. */
          amount?: number;
          /** The currency of the line. */
          currency?: Currency;
        }[];
      };
      /** What a tenant leaves against damage. */
      deposit?: {
        /** The amount of the deposit. In `currency`. */
        amount?: number;
        /** The currency of the deposit. */
        currency?: Currency;
        /** The deposit in months of rent. */
        months?: number;
        /** Who bears the deposit. */
        paidBy?: PaidBy;
      };
      /** The taxes of a tenant. */
      taxes?: {
        /** The tax on living in the property. */
        housingTax?: {
          /** The amount of the housing tax. In `currency`. */
          amount?: number;
          /** The currency of the housing tax. */
          currency?: Currency;
          /** How often the housing tax falls due. */
          frequency?: Frequency;
          /** Who bears the housing tax. */
          paidBy?: PaidBy;
          /** Whether the charges include the housing tax. */
          includedInCharges?: boolean;
        };
      };
      /** The fees of the inventory of fixtures. */
      inventory?: {
        /** The amount of the inventory fee. In `currency`. */
        amount?: number;
        /** The currency of the inventory fee. */
        currency?: Currency;
        /** The share of the inventory fee in the price. In per cent. */
        percentage?: number;
        /** Who bears the inventory fee. */
        paidBy?: PaidBy;
      };
      /** The fees of the agency. */
      agency?: {
        /** The amount of the agency fee. In `currency`. */
        amount?: number;
        /** The currency of the agency fee. */
        currency?: Currency;
        /** The share of the agency fee in the price. In per cent. */
        percentage?: number;
        /** Who bears the agency fee. */
        paidBy?: PaidBy;
      };
    };
  };
}

/** What the service estimates the asked price to be. */
export interface PropertyValuation {
  /** The estimate of the displayed price. */
  value?: number;
  /** Four of five prices lie above this. */
  low?: number;
  /** The upper end of the same interval. */
  high?: number;
  /** The class of confidence, A to D, by the error to expect. */
  confidence?: ValuationConfidence;
  /** The displayed price against the estimate; a price below it is negative. In per cent. */
  deviationPercent?: number;
  /** When the estimate last changed. */
  valuedAt?: string;
}

/** Where the property is. */
export interface PropertyLocation {
  /** The position, as a GeoJSON point. */
  geometry?: Point;
  /** How finely the position is known. */
  accuracy?: LocationAccuracy;
  /** The address as the sources give it. */
  address?: string;
  /** ISO 3166-1 alpha-2 code of the country. */
  countryCode?: string;
  /** The municipality. */
  city?: AdministrativeDivision;
  /** The municipal district, in a city that has them. */
  district?: AdministrativeDivision;
  /** The neighbourhood. */
  neighborhood?: AdministrativeDivision;
  /** The part of the neighbourhood. */
  subNeighborhood?: AdministrativeDivision;
  /** Town and postal code as stated, where no division is known for them. */
  stated?: StatedPlace;
}

/** A place of the administrative tree. */
export interface AdministrativeDivision {
  /** The path of the division in this API. */
  iri: string;
  /** The id of the division. */
  id: string;
  /** Its name. */
  name: string;
  /** Its level. */
  type: DivisionType;
  /** Its official code, as the criteria tree takes it. */
  uniqueCode?: string;
  /** The postal codes it holds. */
  postalCodes?: string[];
}

/** A place in the words of its source. */
export interface StatedPlace {
  /** The town as the source writes it. */
  city?: string;
  /** The postal code as the source writes it. */
  postalCode?: string;
}

/** One recorded change of a property. */
export interface PropertyChange {
  /** What changed. */
  attribute: ChangeAttribute;
  /** When the change was seen. */
  occurredAt: string;
  /** The listing that brought it. */
  listingId?: string;
  /** The revision of the property it belongs to. */
  revisionId?: string;
  /** The change relative to the old value; a drop is negative. In per cent. */
  variationPercent?: number;
  /** The old value, when it is a number. */
  numericOld?: number;
  /** The new value, when it is a number. */
  numericNew?: number;
}

/** An advertiser of the property. */
export interface Publisher {
  /** The id of the publisher. */
  id: string;
  /** What kind of advertiser it is. */
  publisherType?: PublisherType;
  /** The name of the agency. */
  agencyName?: string;
  /** The number of its professional card. */
  professionalCardNumber?: string;
  /** Its website. */
  website?: string;
  /** The terms it offers the property on. */
  mandate?: Mandate;
  /** The publisher's own reference of the property. */
  reference?: string;
  /** How to reach it about the property. */
  contact?: {
    /** Its e-mail address. */
    email?: string;
    /** Its telephone number. */
    phone?: string;
    /** Its page at the source. */
    profileUrl?: string;
  };
}

/** One advertisement of the property at one source. */
export interface Listing {
  /** The id of the listing. */
  id: string;
  /** The address of the advertisement; absent when the source is protected. */
  url?: string;
  /** The source it was seen at; absent when the source is protected. */
  source?: {
    /** The path of the source in this API. */
    iri?: string;
    /** The id of the source, under its older name. */
    uuid?: string;
    /** The id of the source. */
    id?: string;
    /** The short name of the source. */
    slug: string;
  };
  /** The entry of `publishers` that advertises it. */
  publisher?: {
    /** The id of the publisher. */
    id: string;
  };
  /** When the source published it, as the source says. */
  publishedAt?: string;
  /** When it went offline; absent while it is live. */
  expiredAt?: string;
  /** When it was last visited. */
  lastSeenAt: string;
  /** When it was first seen. */
  createdAt: string;
  /** When its content last changed. */
  updatedAt: string;
  /** What kind of asset it is. Present only when it differs from `property.propertyType`. */
  propertyType?: PropertyType;
  /** For sale or to let. Present only when it differs from `property.transaction.type`. */
  transactionType?: TransactionType;
  /** How far it has gone. Present only when it differs from `property.transaction.status`. */
  transactionStatus?: TransactionStatus;
  /** The area a buyer compares by: the living area, else the total area. Present only when it differs from `property.area.displayed`. In `unit`. */
  area?: number;
  /** Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. Present only when it differs from `property.unit.rooms`. */
  rooms?: number;
  /** Bedrooms. Present only when it differs from `property.unit.bedrooms`. */
  bedrooms?: number;
  /** Bathrooms; shower rooms are counted apart. Present only when it differs from `property.unit.bathrooms`. */
  bathrooms?: number;
  /** Shower rooms. Present only when it differs from `property.unit.showerRooms`. */
  showerRooms?: number;
  /** Toilets. Present only when it differs from `property.unit.wc`. */
  wc?: number;
  /** Living rooms. Present only when it differs from `property.unit.livingRooms`. */
  livingRooms?: number;
  /** Kitchens. Present only when it differs from `property.unit.kitchens`. */
  kitchens?: number;
  /** The floor it is on; 0 is the ground floor, below it is negative. Present only when it differs from `property.unit.floor`. */
  floor?: number;
  /** On the last floor of the building. Present only when it differs from `property.unit.lastFloor`. */
  lastFloor?: boolean;
  /** On the ground floor. Present only when it differs from `property.unit.groundFloor`. */
  groundFloor?: boolean;
  /** On the garden level, with direct access to a garden. Present only when it differs from `property.unit.gardenFloor`. */
  gardenFloor?: boolean;
  /** Offered furnished. Present only when it differs from `property.unit.furnished`. */
  furnished?: boolean;
  /** Accessible to disabled people. Present only when it differs from `property.unit.disabledAccess`. */
  disabledAccess?: boolean;
  /** With an equipped kitchen. Present only when it differs from `property.unit.equippedKitchen`. */
  equippedKitchen?: boolean;
  /** With a fireplace. Present only when it differs from `property.unit.fireplace`. */
  fireplace?: boolean;
  /** With air conditioning. Present only when it differs from `property.unit.airConditioning`. */
  airConditioning?: boolean;
  /** With double glazing. Present only when it differs from `property.unit.doubleGlazing`. */
  doubleGlazing?: boolean;
  /** With a wooden parquet floor. Present only when it differs from `property.unit.parquet`. */
  parquet?: boolean;
  /** With a balcony. Present only when it differs from `property.unit.balcony`. */
  balcony?: boolean;
  /** With a terrace. Present only when it differs from `property.unit.terrace`. */
  terrace?: boolean;
  /** With a private garden. Present only when it differs from `property.unit.garden`. */
  garden?: boolean;
  /** With a dressing room. Present only when it differs from `property.unit.dressing`. */
  dressing?: boolean;
  /** Open on two opposite sides. Present only when it differs from `property.unit.crossing`. */
  crossing?: boolean;
  /** Described as quiet. Present only when it differs from `property.unit.quiet`. */
  quiet?: boolean;
  /** With a cellar. Present only when it differs from `property.unit.cellar`. */
  cellar?: boolean;
  /** With a basement. Present only when it differs from `property.unit.basement`. */
  basement?: boolean;
  /** With a storage room. Present only when it differs from `property.unit.storage`. */
  storage?: boolean;
  /** The state of repair of the unit. Present only when it differs from `property.unit.condition`. */
  condition?: Condition;
  /** The title. Present only when it differs from `property.body.title`. */
  title?: string;
  /** The description. Present only when it differs from `property.body.description`. */
  description?: string;
  /** The price as advertised: of the sale, or the rent of one period. Present only when it differs from `property.pricing.displayed`. In `currency`. */
  displayedPrice?: number;
  /** The prices it showed, the oldest first, at most the 20 newest; absent while it never changed its price. */
  priceHistory?: {
    /** The price. In `currency`. */
    price: number;
    /** The currency of the price. */
    currency?: Currency;
    /** The first visit that found it. */
    since: string;
  }[];
  /** Whether its price per area agrees with the local market; absent when that is unknown. */
  priceCoherent?: boolean;
  /** How the source promotes it. */
  marketing?: {
    /** How many visitors of the source keep it as a favourite. */
    favorites?: number;
    /** Marked as urgent. */
    urgent?: boolean;
    /** Pushed up in the results of the source. */
    boosted?: boolean;
    /** Shown larger or in colour. */
    highlighted?: boolean;
  };
}

/** A GeoJSON point. */
export interface Point {
  type: 'Point';
  /** Longitude, then latitude, in degrees (WGS 84). */
  coordinates: [number, number];
}

/** An event of an alert, with the property as it is at the time of sending. */
export interface WebhookPayload {
  eventType: AlertEventType;
  /** The same id may arrive more than once. */
  eventId: string;
  /** The alert that matched. */
  alert: {
    id: string;
    name: string;
  };
  /** Null when no single listing raised it. */
  listing: {
    id: string;
  } | null;
  /** As `GET /properties/{id}` answers in flat JSON. */
  data: PropertyResult;
}

/** A problem as of RFC 9457. */
export interface Problem {
  /** A stable reference; the service answers it with a page for people. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The request id, also sent as X-Request-Id. */
  instance: string;
  /** All faults of the request at once. */
  violations?: {
    /** Where the fault is, such as `criteria.and[1].property.unit.rooms.gte`. */
    propertyPath: string;
    message: string;
    /** A word a program may rely on. */
    code: string;
  }[];
}

/** How many properties match, by type, transaction, price band and division. */
export interface PropertyFacets {
  /** Of the question: the same question has the same id. */
  id: string;
  /** Matching properties, counted exactly. */
  totalItems: number;
  /** By property type, the most frequent first. */
  types: {
    value: string;
    count: number;
  }[];
  /** By transaction. */
  transactions: {
    value: string;
    count: number;
  }[];
  /** By band of the displayed price; empty bands are left out. */
  prices: ({
    /** Included; null: no lower bound. */
    from: number | null;
    /** Excluded; null: no upper bound. */
    to: number | null;
    count: number;
  })[];
  /** By division of the type asked for: the 100 with the most properties. */
  divisions: ({
    uniqueCode: string;
    /** Null when it is not known. */
    name: string | null;
    count: number;
  })[];
}

/** Properties on a map, grouped by cells of about 64 pixels. */
export interface PropertyClusters {
  /** Of the question: the same question has the same id. */
  id: string;
  /** Matching properties in the viewport, counted exactly: the sum over all clusters. */
  totalItems: number;
  /** The zoom of the cells: lower than asked for in a large viewport. */
  zoom: number;
  clusters: ({
    /** The id of the property when there is one; otherwise of the cell, the same in every viewport. */
    id: string;
    /** GeoJSON: the mean longitude and latitude of its properties. */
    point: {
      type: 'Point';
      coordinates: number[];
    };
    /** The lowest displayed price of its properties; null when none is known. */
    price: number | null;
    count: number;
  })[];
}

/** Why a property meets criteria, or does not. */
export interface CriteriaExplanation {
  /** The id of the property. */
  id: string;
  /** Whether a search with these criteria finds the property. */
  matches: boolean;
  tree: ExplainedNode;
  /** What criteria are taken to ask where they say nothing. */
  masks: ExplainedFilter[];
}

/** What a sentence asks for, as criteria. */
export interface ParsedSentence {
  criteria: Criteria;
  /** The parts that are in the criteria, in order; once for each filter. */
  understood: {
    /** The part of the text. */
    text: string;
    /** Where it begins, in UTF-16 code units. */
    start: number;
    /** Where it ends; excluded. */
    end: number;
    /** The filter it became. */
    path: string;
  }[];
  /** The parts that are not in the criteria. */
  ignored: {
    /** The part of the text. */
    text: string;
    /** Where it begins, in UTF-16 code units. */
    start: number;
    /** Where it ends; excluded. */
    end: number;
  }[];
}

/** The property that a listing belongs to. */
export interface PropertyLookup {
  /** The id of the property. */
  id: string;
  /** The path of the property in this API. */
  property: string;
}

/** Where a property is. */
export interface AddressResolution {
  /** EXACT and HIGH: show as the address. MEDIUM and LOW: a probable address. NONE: nothing found. */
  confidence: AddressConfidence;
  /** What found it. */
  method: AddressMethod | null;
  /** Null when nothing was found. */
  address: {
    /** The whole address in one line. */
    label: string;
    /** Null where the registry knows the street only. */
    houseNumber: string | null;
    street: string;
    /** Postal code. */
    postcode: string | null;
    /** Code of the commune or arrondissement. */
    cityCode: string | null;
    /** Name of the city. */
    city: string | null;
    country: string;
    /** Degrees. */
    latitude: number | null;
    /** Degrees. */
    longitude: number | null;
  } | null;
  /** The certificate of the home, when it is known to be its own. */
  energyCertificateNumber: string | null;
  /** The version of the logic; an answer may change between versions. */
  algorithmVersion: number;
}

/** What was sold around a property. */
export interface SalesNearby {
  id: string;
  /** Metres. */
  radius: number;
  from: string;
  to: string;
  /** The type asked for. */
  propertyType: PropertyType | null;
  /** Sales within the radius and the period, up to 5,000. */
  count: number;
  /** Half of the homes sold cost less by the square metre. */
  medianPricePerSqmCents: number | null;
  /** The nearest 30. */
  sales: ({
    transactionId: string;
    dateMutation: string;
    propertyType: PropertyType;
    /** The price. */
    priceCents: number | null;
    /** For homes. */
    pricePerSqmCents: number | null;
    /** Living area. */
    livingAreaSqm: number | null;
    distanceMetres: number;
  })[];
}

/** What became of a property. */
export interface Lifeline {
  id: string;
  /** Oldest first. */
  events: ({
    kind: LifelineEventKind;
    occurredAt: string;
    /** The listing that showed it. */
    listingId: string | null;
    /** Before a change of price. */
    oldPrice: number | null;
    /** After it, or the price of the sale. */
    newPrice: number | null;
    /** A drop is negative. */
    variationPercent: number | null;
    /** The recorded sale. */
    transactionId: string | null;
  })[];
  /** The recorded sale that probably ended it; null when none stands out. */
  sale: {
    transactionId: string;
    dateMutation: string;
    /** The price. */
    priceCents: number | null;
    /** The chance that it is this one. */
    confidence: number;
    distanceMetres: number;
  } | null;
}

/** A file of properties, made in the background. */
export interface Export {
  id: string;
  status: ExportStatus;
  format: ExportFormat;
  /** What to export, as in a search. Null: every property, on the market or not. */
  criteria: Criteria | null;
  /** A cursor of the change stream: only what changed since. What is gone or no longer matches is a line `{"id", "removed": true}`. */
  since: string | null;
  /** Properties written, and to be written as counted at the start. */
  progress: {
    rows: number;
    total: number | null;
  };
  /** The size of the file, once it is ready. */
  bytes: number;
  cursor: string | null;
  link: string | null;
  error: string | null;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string;
}

/** An advertiser of the property. */
export interface PublisherProfile {
  /** The id of the publisher. */
  id: string;
  /** What kind of advertiser it is. */
  publisherType?: PublisherType;
  /** The name of the agency. */
  agencyName?: string;
  /** The number of its professional card. */
  professionalCardNumber?: string;
  /** Its website. */
  website?: string;
}

/** A place that answers to what was typed. */
export interface AutocompleteItem {
  /** The id of the administrative division. */
  id: string;
  name: string;
  locationType: DivisionType;
  /** The next wider division; null for a country. */
  parentName: string | null;
  /** The region it lies in; null where there is none. */
  regionName: string | null;
  countryCode: string;
  /** Its postal code; of several the one asked for, else the first. */
  postalCode: string | null;
  /** Its middle, or that of the places around it; null when not known. */
  centroid: Point | null;
  metadata: {
    /** How far below the country: 0 for a country itself. */
    depth: number;
    /** People; null when not known. */
    population: number | null;
    postalCodes: string[];
    /** Its official code, as the criteria tree takes it. */
    uniqueCode: string;
  };
}

/** The contour of an administrative division, as a GeoJSON feature. */
export interface DivisionGeometry {
  type: 'Feature';
  /** The id of the administrative division. */
  id: string;
  /** GeoJSON, in longitude and latitude. */
  geometry: {
    type: 'Polygon';
    coordinates: [number, number][][];
  } | {
    type: 'MultiPolygon';
    coordinates: [number, number][][][];
  };
  properties: {
    name: string;
    locationType: DivisionType;
    uniqueCode: string;
  };
}

/** A place where listings are advertised. */
export interface Source {
  id: string;
  /** What people call the source. */
  name: string;
  /** Its internet domain; null when unknown. */
  domain: string | null;
  /** Its short name in listing references and filters. */
  slug: string;
}

/** A kind of source, such as portal or agency. */
export interface SourceCategory {
  id: string;
  name: string;
}

/** A property that the account keeps at hand. */
export interface FavoriteProperty {
  id: string;
  /** The property that is kept. */
  propertyId: string;
}

/** A stored search that notifies. */
export interface Alert {
  id: string;
  /** What people call it. */
  name: string;
  /** A disabled alert notifies nobody. Default: `true`. */
  enabled: boolean;
  /** Why the service disabled it: NO_DESTINATION when its destination was deleted and the account has no default. Null otherwise. */
  disabledReason: AlertDisabledReason | null;
  /** What is watched for; null watches every property. */
  criteria: Criteria | null;
  /** One NEW_MATCH rule by default. */
  notificationConfig: {
    rules: {
      eventType: AlertEventType;
      /** Whether an alert notifies once a property or once a listing. Default: `PROPERTY`. */
      scope?: AlertScope;
      /** PRICE_CHANGE only. Any of the ranges may hold; without it every change will do. */
      variationPercent?: {
        gte?: number;
        lte?: number;
      }[];
    }[];
  };
  /** When it notifies; at once when null. */
  delivery?: {
    mode: AlertDeliveryMode;
    /** The local time of the digest; 08:00 by default. */
    at?: string;
    /** An IANA time zone; Europe/Paris by default. */
    timezone?: string;
    /** INSTANT: the events of a local day that are sent at once. The others are in the next digest. */
    maxPerDay?: number;
    /** INSTANT: events of these hours are sent when they end. */
    quietHours?: {
      /** Local time. */
      from: string;
      /** Local time; may be on the next day. */
      to: string;
    };
    /** The language of mails; English by default. */
    language?: Language;
  };
  /** Only in the answer that creates the account's first webhook destination. */
  signingKey?: string;
  /** The first 8 hexadecimal characters of the SHA-256 of the signing key; null while the account has none. */
  signingKeyHint: string | null;
  /** How far it is with the homes that were on the market when it was saved or widened, which are reported over three days; null once all are. */
  firstDays: {
    /** Homes still to be reported, counted up to 10,000; null until they are counted. */
    remaining: number | null;
    /** When the last of them is reported at the latest. */
    until: string;
  } | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** Where it sends: the webhook URL, or `mailto:` and the email; null when it uses the default of the account. */
  eventDestination: string | null;
}

/** How often an alert with these criteria would notify. */
export interface Forecast {
  windowDays: number;
  /** Matching properties that arrived in the window. */
  total: number;
  perDay: {
    average: number;
    /** Fewer on one day in ten. */
    low: number;
    /** More on one day in ten. */
    high: number;
  };
  perHour: {
    average: number;
    /** Fewer on one hour in ten. */
    low: number;
    /** More on one hour in ten. */
    high: number;
  };
}

/** What an alert would have notified in the last days. */
export interface AlertRehearsal {
  /** The id of the alert. */
  id: string;
  days: number;
  /** Changes of properties that this answer looked at. */
  changes: number;
  /** Changes of properties recorded in these days. */
  totalChanges: number;
  /** False when there is more to look at: see `cursor`. */
  complete: boolean;
  /** Send it with the next call to continue, and add up the counts of both answers. */
  cursor: string | null;
  /** Homes that appeared in these days and match today: the figure of the forecast. Part of `counts.NEW_MATCH` of the first answer; 0 in those that continue it, and for rules about listings. */
  arrivals: number;
  counts: {
    NEW_MATCH: number;
    PRICE_CHANGE: number;
    OTHER_CHANGE: number;
    EXPIRED: number;
    REACTIVATED: number;
  };
  samples: ({
    eventType: AlertEventType;
    occurredAt: string;
    listing: {
      id: string;
    } | null;
    data: PropertyResult;
  })[];
}

/** An event that an alert notified. */
export interface AlertEvent {
  id: string;
  /** The path of the alert. */
  alert: string;
  /** The path of the property. */
  property: string;
  eventType: AlertEventType;
  scope: AlertScope;
  /** When its destination took it; null until then. */
  notifiedAt: string | null;
  /** When it was recorded. */
  createdAt: string;
  /** When it was last changed: recorded, or delivered. */
  updatedAt: string;
}

/** Where notifications go. */
export interface EventDestination {
  id: string;
  destinationType: DestinationType;
  /** Where webhooks are sent; null for EMAIL. */
  url: string | null;
  /** Where mails are sent; null for WEBHOOK. */
  email: string | null;
  /** Whether alerts without a destination of their own use it. */
  isDefault: boolean;
  /** SUSPENDED after 5 failures in a row, until a probe or a person brings it back. An EMAIL is SUSPENDED until its owner confirms it by the mailed link. What comes meanwhile is held. */
  status: DestinationStatus;
  /** Why it is SUSPENDED: UNCONFIRMED, the owner of the mailbox has not followed the mailed link; UNSUBSCRIBED, the owner asked for no more; FAILING, 5 failures in a row. Null while it is ACTIVE. */
  suspensionReason: SuspensionReason | null;
  /** Signs all the account's webhooks. Only in the answer that creates the account's first webhook destination. */
  signingKey?: string;
}

/** The delivery of one event to one destination. */
export interface EventNotification {
  id: string;
  event: string | null;
  alert: string | null;
  property: string | null;
  /** What happened. */
  eventType: AlertEventType;
  channel: DestinationType;
  destinationAddress: string | null;
  status: NotificationStatus;
  /** Attempts begun; 0 before the first. */
  attemptNumber: number;
  deliveredAt: string | null;
  lastErrorMessage: string | null;
  /** When the event was recorded. */
  createdAt: string;
  /** When anything of this last changed. */
  updatedAt: string;
}

/** What was sent once, and what came back. */
export interface DeliveryAttempt {
  id: string;
  attemptNumber: number;
  startedAt: string;
  /** Until the whole reply had come. */
  tookMs: number | null;
  /** FAILED by the doing of the receiver; LOST by that of this service, which counts for nothing. */
  outcome: DeliveryOutcome;
  /** Made to see whether a suspended destination answers again. */
  probe: boolean;
  /** As sent. */
  requestHeaders: Record<string, unknown> | null;
  /** As sent; kept for 30 days. */
  requestBody: string | null;
  /** The status of the reply. */
  replyStatus: number | null;
  /** Of the reply. */
  replyHeaders: Record<string, unknown> | null;
  /** Its first 4 KiB; kept for 30 days. */
  replyBody: string | null;
  /** Why it failed. */
  error: string | null;
}

/** What a replay of a range has begun. */
export interface EventReplay {
  id: string;
  /** How many are sent again. */
  notifications: number;
}

/** A page of transactions, newest first. */
export interface TransactionSearch {
  data: Transaction[];
  meta: {
    /** Transactions on this page. */
    count: number;
    /** Send it back as `page.cursor`; null at the end. A page may be short before the end. */
    nextCursor: string | null;
  };
}

/** A closed sale. */
export interface Transaction {
  id: string;
  source: TransactionSource;
  /** The same in every release of the source. */
  externalRef: string;
  dateMutation: string;
  nature: TransactionNature;
  propertyType: PropertyType;
  price: {
    /** The price of the whole sale; null when the source does not give it. */
    amountCents: number | null;
    currency: string;
    /** For homes: the price by living area. */
    pricePerSqmCents: number | null;
  };
  areas: {
    /** The homes sold, together. */
    livingAreaSqm: number | null;
    /** The land sold, together. */
    landAreaSqm: number | null;
    /** Main rooms of the homes sold, together. */
    roomsCount: number | null;
  };
  location: {
    /** The municipality. */
    cityId: string | null;
    /** The municipal district, in a city that has them. */
    districtId: string | null;
    /** The neighbourhood, where its contour is known. */
    neighborhoodId: string | null;
    /** Middle of the parcel. */
    geoPoint: {
      lon: number;
      lat: number;
    } | null;
  };
  address: {
    /** House number. */
    streetNumber: string | null;
    /** Street, as the source writes it. */
    streetName: string | null;
  };
  /** The parcel, 14 characters. */
  cadastralRef: string | null;
  /** What was sold for the price, the principal parts first. */
  lots: {
    role: TransactionLotRole;
    kind: TransactionLotKind;
  }[];
  building: {
    /** When the building dates from. */
    constructionEra: string | null;
    /** Whether it has a lift. */
    elevator: boolean | null;
  };
  amenities: {
    /** Whether there is one. */
    balcony: boolean | null;
    /** Whether there is one. */
    cellar: boolean | null;
  };
  createdAt: string;
  updatedAt: string;
  /** Present on a transaction that absorbed a duplicate of another source. */
  matched?: {
    /** The duplicate, whose id answers with this transaction. */
    withTransactionId: string;
    /** How surely both are one. */
    score: number;
    /** What was taken over from the duplicate. */
    mergedFields: string[];
  };
  /** The record of the source as it came. On the item alone. */
  sourcePayload?: {
    format: string;
    rows: {
      [name: string]: string;
    }[];
  };
}

/** How long homes of a place and type stay on the market, and what they sell for against what was asked. */
export interface MarketPace {
  /** Place and type. */
  id: string;
  /** The code of the place, or * for the whole market. */
  place: string;
  /** The country of the code; null for the whole market. */
  countryCode: string | null;
  propertyType: string;
  /** From the first advert to the end of the last one. */
  medianDaysOnMarket: number | null;
  /** Homes that left the market within two years. */
  homes: number;
  /** The sold price against the asked one; null below ten sales. */
  soldAgainstAskedPercent: number | null;
  /** Homes that a recorded sale was matched with. */
  sales: number;
}

/** What a home is worth, with its evidence. */
export interface Valuation {
  id: string;
  market: ValuationMarket;
  date: string;
  /** The estimate; null with a reason. */
  value: number | null;
  /** Four of five prices lie between low and high. */
  low: number | null;
  /** Four of five prices lie between low and high. */
  high: number | null;
  /** Why there is no value. */
  reason: NoValueReason | null;
  /** The class of confidence and what it means. */
  confidence: {
    class: ValuationClass;
    /** Half of the estimates of the class are closer. A share of one. */
    medianError: number;
  } | null;
  /** The price to compare with. */
  askedPrice: number | null;
  /** The asked price against the value; below it is negative. */
  deviationPercent: number | null;
  /** The homes that count most, up to 12. */
  comparables: ({
    id: string;
    longitude: number;
    latitude: number;
    distanceMetres: number;
    month: string;
    areaSqm: number;
    /** Where they are known. */
    rooms: number | null;
    price: number;
    /** Its part among the comparables shown. A share of one. */
    weight: number;
    /** Its price with the facts, area and month of the subject. */
    adjustedPrice: number;
    /** What each difference is worth, the largest first. */
    adjustments: {
      fact: string;
      percent: number;
    }[];
  })[];
  /** The price index of the finest place with enough prices. */
  index: {
    /** The code of the place, or * for the whole market. */
    place: string;
    /** The country of the code; null for the whole market. */
    countryCode: string | null;
    /** The prices behind it. */
    homes: number;
    months: {
      month: string;
      /** The latest month is 100. */
      level: number;
    }[];
  } | null;
  /** How fast homes like it leave the market. */
  pace: {
    /** The code of the place, or * for the whole market. */
    place: string;
    /** The country of the code; null for the whole market. */
    countryCode: string | null;
    propertyType: string;
    /** From the first advert to the end of the last one. */
    medianDaysOnMarket: number | null;
    /** Homes that left the market within two years. */
    homes: number;
    /** The sold price against the asked one; null below ten sales. */
    soldAgainstAskedPercent: number | null;
    /** Homes that a recorded sale was matched with. */
    sales: number;
  } | null;
  /** The model that valued. */
  model: {
    id: string;
    fittedAt: string;
    windowFrom: string;
    windowTo: string;
    prices: number;
    /** On homes it had not seen. A share of one. */
    medianAbsoluteError: number;
  } | null;
}

/** How wrong the valuations of a market are, on homes that the model had not seen. */
export interface ValuationAccuracy {
  id: ValuationMarket;
  /** When the model in use was fitted. */
  fittedAt: string | null;
  /** The first day of its prices. */
  windowFrom: string | null;
  /** The last day of its prices. */
  windowTo: string | null;
  latestFit: ValuationFitStatus;
  /** Why the latest fit failed; the model in use is then an older one. */
  failure: string | null;
  /** Over all homes; null without a model. */
  all: {
    name: string;
    /** Half of the estimates are closer. A share of one. */
    medianAbsoluteError: number;
    /** Estimates within 10 % of the price. A share of one. */
    within10: number;
    /** Estimates within 20 % of the price. A share of one. */
    within20: number;
    /** The median of the signed errors. A share of one. */
    bias: number;
    /** The standard deviation of the errors. A share of one. */
    forecastStandardDeviation: number;
    /** Prices inside the 80 % interval. A share of one. */
    coverage80: number;
    n: number;
  } | null;
  classes: {
    name: string;
    /** Half of the estimates are closer. A share of one. */
    medianAbsoluteError: number;
    /** Estimates within 10 % of the price. A share of one. */
    within10: number;
    /** Estimates within 20 % of the price. A share of one. */
    within20: number;
    /** The median of the signed errors. A share of one. */
    bias: number;
    /** The standard deviation of the errors. A share of one. */
    forecastStandardDeviation: number;
    /** Prices inside the 80 % interval. A share of one. */
    coverage80: number;
    n: number;
  }[];
  types: {
    name: string;
    /** Half of the estimates are closer. A share of one. */
    medianAbsoluteError: number;
    /** Estimates within 10 % of the price. A share of one. */
    within10: number;
    /** Estimates within 20 % of the price. A share of one. */
    within20: number;
    /** The median of the signed errors. A share of one. */
    bias: number;
    /** The standard deviation of the errors. A share of one. */
    forecastStandardDeviation: number;
    /** Prices inside the 80 % interval. A share of one. */
    coverage80: number;
    n: number;
  }[];
  /** By the code of the place, the largest first, up to 100. */
  places: ({
    name: string;
    /** Half of the estimates are closer. A share of one. */
    medianAbsoluteError: number;
    /** Estimates within 10 % of the price. A share of one. */
    within10: number;
    /** Estimates within 20 % of the price. A share of one. */
    within20: number;
    /** The median of the signed errors. A share of one. */
    bias: number;
    /** The standard deviation of the errors. A share of one. */
    forecastStandardDeviation: number;
    /** Prices inside the 80 % interval. A share of one. */
    coverage80: number;
    n: number;
    /** The country of the code; null in models of an older release. */
    countryCode: string | null;
    /** The name of the place; null where its code is not known. */
    label: string | null;
  })[];
}

/** What a home is worth, with its evidence. */
export interface PropertyValuationReport {
  id: string;
  market: ValuationMarket;
  date: string;
  /** The estimate; null with a reason. */
  value: number | null;
  /** Four of five prices lie between low and high. */
  low: number | null;
  /** Four of five prices lie between low and high. */
  high: number | null;
  /** Why there is no value. */
  reason: NoValueReason | null;
  /** The class of confidence and what it means. */
  confidence: {
    class: ValuationClass;
    /** Half of the estimates of the class are closer. A share of one. */
    medianError: number;
  } | null;
  /** The price to compare with. */
  askedPrice: number | null;
  /** The asked price against the value; below it is negative. */
  deviationPercent: number | null;
  /** The homes that count most, up to 12. */
  comparables: ({
    id: string;
    longitude: number;
    latitude: number;
    distanceMetres: number;
    month: string;
    areaSqm: number;
    /** Where they are known. */
    rooms: number | null;
    price: number;
    /** Its part among the comparables shown. A share of one. */
    weight: number;
    /** Its price with the facts, area and month of the subject. */
    adjustedPrice: number;
    /** What each difference is worth, the largest first. */
    adjustments: {
      fact: string;
      percent: number;
    }[];
  })[];
  /** The price index of the finest place with enough prices. */
  index: {
    /** The code of the place, or * for the whole market. */
    place: string;
    /** The country of the code; null for the whole market. */
    countryCode: string | null;
    /** The prices behind it. */
    homes: number;
    months: {
      month: string;
      /** The latest month is 100. */
      level: number;
    }[];
  } | null;
  /** How fast homes like it leave the market. */
  pace: {
    /** The code of the place, or * for the whole market. */
    place: string;
    /** The country of the code; null for the whole market. */
    countryCode: string | null;
    propertyType: string;
    /** From the first advert to the end of the last one. */
    medianDaysOnMarket: number | null;
    /** Homes that left the market within two years. */
    homes: number;
    /** The sold price against the asked one; null below ten sales. */
    soldAgainstAskedPercent: number | null;
    /** Homes that a recorded sale was matched with. */
    sales: number;
  } | null;
  /** The model that valued. */
  model: {
    id: string;
    fittedAt: string;
    windowFrom: string;
    windowTo: string;
    prices: number;
    /** On homes it had not seen. A share of one. */
    medianAbsoluteError: number;
  } | null;
}

/** A change that a key or a person made. */
export interface AuditEntry {
  id: string;
  occurredAt: string;
  /** An API key, a person who was signed in, or a command of the operator. */
  actorType: AuditActorType;
  /** Of the key or the person. */
  actorId: string | null;
  /** The name that the key or the person has now. */
  actorName: string | null;
  /** The operation, by its name in the OpenAPI document. */
  action: string;
  /** What it was done to: the path of the call. */
  target: string;
  /** Of the call, as in its answer and in the log. */
  requestId: string | null;
}

/** What became of a batch of observations. */
export interface IngestReport {
  id: string;
  /** Observations that brought something: new, changed, expired or seen again after that. */
  accepted: number;
  /** Visits that found what was known, or something older. */
  unchanged: number;
  /** Lines that could not be taken. */
  rejected: number;
  /** The first 100 of them. */
  rejections: {
    line: number;
    reason: string;
  }[];
  /** Members that nobody knows, the most frequent first, at most 100. The rest of their observations went in. */
  ignored: ({
    /** Its path in the payload; `observation.…` beside it. */
    member: string;
    /** In how many observations. */
    count: number;
    /** The known member that was probably meant. */
    suggestion: string | null;
  })[];
}

/** Where the listings of a source are pulled from. */
export interface Feed {
  id: string;
  /** Slug of the source; one that is new is created. */
  source: string;
  /** Where the file is: HTTPS, on a public host. Redirects are not followed. */
  address: string;
  /** The format of the file; null where a mapping says how it is read. */
  format: FeedFormat | null;
  /** How a foreign file is read; null where it has a format of ours. */
  mapping: Record<string, unknown> | null;
  /** From the beginning of one pull to that of the next. */
  intervalSeconds: number;
  /** The file names every live listing of the source: those absent from it have expired. */
  full: boolean;
  /** A larger file is refused. */
  maxBytes: number;
  /** False: pulled by hand only. */
  enabled: boolean;
  /** When the source was given a feed. */
  createdAt: string;
  /** When it is pulled next. */
  dueAt: string;
  /** Failed pulls in a row; each makes the next wait longer. */
  failures: number;
  /** A worker is at it. */
  running: boolean;
  /** An operator asked for a pull that has not begun. */
  pullRequested: boolean;
  /** Listings that the last finished pull found; 0: it took nothing from its file. */
  lastFound: number | null;
  /** How the last pull ended. */
  lastStatus: FeedRunStatus | null;
  /** When it ended. */
  lastFinishedAt: string | null;
}

/** One pull of a feed. */
export interface FeedRun {
  id: string;
  /** When the pull began. */
  startedAt: string;
  /** When it ended; null while it runs. */
  finishedAt: string | null;
  /** UNCHANGED: the file is the one taken last. FAILED: see error; what could be taken went in. */
  status: FeedRunStatus;
  /** Of the file as it was sent. */
  bytes: number | null;
  /** Of the same. */
  sha256: string | null;
  /** Listings that were new or changed. */
  accepted: number;
  /** Listings found as they were known. */
  unchanged: number;
  /** Listings that a full file no longer names. */
  expired: number;
  /** Records that could not be taken. */
  rejected: number;
  /** The first of them. */
  rejections: {
    line: number;
    reason: string;
  }[];
  /** Grouped: reasons that differ in figures or quotations only are one. The most frequent first. */
  rejectionReasons: ({
    /** Of the first such record. */
    reason: string;
    /** Records rejected for it. */
    count: number;
    examples: ({
      line: number;
      reason: string;
      /** The record as received, shortened; null where it could not be read. */
      record: string | null;
    })[];
  })[];
  /** Why it failed. */
  error: string | null;
}

/** Something a source says that is not used. */
export interface DroppedMember {
  id: string;
  /** Its path in what the source sends. */
  member: string;
  /** Why it did not go in: unknown, impossible, contradicted, … */
  why: string;
  /** How often. */
  count: number;
  /** The beginning of what the source said last. */
  example: string;
}

/** A record of a source that was set aside. */
export interface RejectedRecord {
  /** The id of the listing that it speaks of. */
  id: string;
  /** The URL of the listing. */
  url: string;
  /** INVALID: it breaks a rule. REFUSED: it could not be stored. */
  kind: RejectionKind;
  /** Why it was rejected. */
  reason: string;
  /** When the record says that it was observed. */
  observedAt: string | null;
  /** The beginning of the record as it came. */
  record: string | null;
  /** When a record of this listing was first rejected. */
  firstRejectedAt: string;
  /** When that last happened. */
  rejectedAt: string;
  /** When a later record of the listing was taken; null while none was. */
  resolvedAt: string | null;
}

/** A listing that was removed for good. */
export interface Removal {
  /** The id of the listing: a digest of its URL. */
  id: string;
  removedAt: string;
  /** When the last byte was erased; null while that is under way. */
  erasedAt: string | null;
  reason: string | null;
}

/** A criteria tree: `and` or `or` over nodes, or a leaf of filters. At most 16 levels and 500 nodes. What is not known fails a filter unless `orMissing`, `inOrMissing` or `nin` lets it pass. Properties that left the market, and those whose listings are all price-incoherent, are hidden unless asked for. */
export type Criteria = {
  /** The nodes. */
  and: Criteria[];
} | {
  /** The nodes. */
  or: Criteria[];
} | CriteriaLeaf;

/** Filters, all of which hold. Without any, every property passes. */
export interface CriteriaLeaf {
  /** What the property is. */
  property?: {
    /** Where the property is, or is not. Ids and unique codes include everything below them in the administrative tree. */
    locations?: {
      /** ISO 3166-1 alpha-2 code of the country. */
      countryCode?: string;
      /** In any of these places. */
      in?: {
        /** Official codes of divisions, with everything below them: 75111, 75, R11. */
        uniqueCodes?: string[];
        /** Ids of divisions, with everything below them. */
        ids?: string[];
        /** Postal codes. */
        postalCodes?: string[];
        /** A circle. */
        centerPoint?: {
          /** In degrees. */
          latitude: number;
          /** In degrees. */
          longitude: number;
          /** The radius in kilometres. */
          radiusKm: number;
        };
        /** Shapes drawn on a map. */
        geoShapes?: ({
          type: 'Polygon';
          /** The rim, then the holes. */
          coordinates: [number, number][][];
        } | {
          type: 'MultiPolygon';
          /** The polygons. */
          coordinates: [number, number][][][];
        })[];
      };
      /** In none of these places; what is not known passes. */
      nin?: {
        /** Official codes of divisions, with everything below them: 75111, 75, R11. */
        uniqueCodes?: string[];
        /** Ids of divisions, with everything below them. */
        ids?: string[];
        /** Postal codes. */
        postalCodes?: string[];
        /** A circle. */
        centerPoint?: {
          /** In degrees. */
          latitude: number;
          /** In degrees. */
          longitude: number;
          /** The radius in kilometres. */
          radiusKm: number;
        };
        /** Shapes drawn on a map. */
        geoShapes?: ({
          type: 'Polygon';
          /** The rim, then the holes. */
          coordinates: [number, number][][];
        } | {
          type: 'MultiPolygon';
          /** The polygons. */
          coordinates: [number, number][][][];
        })[];
      };
      /** How finely the position is known: any of these. */
      accuracy?: LocationAccuracy[];
    };
    /** What kind of asset it is. */
    type?: {
      /** Any of these. */
      in?: PropertyType[];
      /** None of these; what is not known passes. */
      nin?: PropertyType[];
      /** Any of these, or not known. */
      inOrMissing?: PropertyType[];
    };
    transaction?: {
      /** For sale or to let. */
      type?: TransactionType | {
        /** Any of these. */
        in?: TransactionType[];
      };
      /** The legal form of the sale. */
      saleType?: {
        /** Any of these. */
        in?: SaleType[];
        /** None of these; what is not known passes. */
        nin?: SaleType[];
        /** Any of these, or not known. */
        inOrMissing?: SaleType[];
      };
    };
    /** Old, new or being built. */
    constructionStatus?: {
      /** Any of these. */
      in?: ConstructionStatus[];
      /** None of these; what is not known passes. */
      nin?: ConstructionStatus[];
      /** Any of these, or not known. */
      inOrMissing?: ConstructionStatus[];
    };
    /** True returns properties that left the market. They are hidden unless asked for. Default: `false`. */
    expired?: boolean;
    areas?: {
      /** The area a buyer compares by: the living area, else the total area. In m². Give `gte`, `lte` or both. */
      displayed?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** The area of the plot. In m². Give `gte`, `lte` or both. */
      land?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
    };
    body?: {
      /** Phrases of the title: words side by side, in order; case and accents are ignored. */
      title?: {
        /** Any of these. */
        in?: string[];
        /** None of these; what is not known passes. */
        nin?: string[];
      };
      /** Phrases of the description: words side by side, in order; case and accents are ignored. */
      description?: {
        /** Any of these. */
        in?: string[];
        /** None of these; what is not known passes. */
        nin?: string[];
      };
    };
    pricing?: {
      /** The price as advertised: of the sale, or the rent of one period. In currency. Give `gte`, `lte` or both. */
      displayed?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** The displayed price divided by the displayed area in square metres. In currency per square metre. Give `gte`, `lte` or both. */
      pricePerArea?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** From the lowest to the highest price of the spread. In per cent. Give `gte`, `lte` or both. */
      spreadPercent?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      sale?: {
        /** What the seller receives, agency fees left out. In the currency of the displayed price. Give `gte`, `lte` or both. */
        netPrice?: {
          /** At least this. */
          gte?: number;
          /** At most this. */
          lte?: number;
          /** True: what is not known passes too. */
          orMissing?: boolean;
        };
        fees?: {
          agency?: {
            /** Who bears the agency fee. */
            paidBy?: PaidBy | {
              /** Any of these. */
              in?: PaidBy[];
              /** None of these; what is not known passes. */
              nin?: PaidBy[];
              /** Any of these, or not known. */
              inOrMissing?: PaidBy[];
            };
            /** Whether the displayed price includes the agency fee. */
            includedInPrice?: boolean;
            /** The amount of the agency fee. In currency. Give `gte`, `lte` or both. */
            amount?: {
              /** At least this. */
              gte?: number;
              /** At most this. */
              lte?: number;
              /** True: what is not known passes too. */
              orMissing?: boolean;
            };
            /** The share of the agency fee in the price. In per cent. Give `gte`, `lte` or both. */
            percentage?: {
              /** At least this. */
              gte?: number;
              /** At most this. */
              lte?: number;
              /** True: what is not known passes too. */
              orMissing?: boolean;
            };
          };
          condominium?: {
            /** All condominium fees of one period. In currency. Give `gte`, `lte` or both. */
            total?: {
              /** At least this. */
              gte?: number;
              /** At most this. */
              lte?: number;
              /** True: what is not known passes too. */
              orMissing?: boolean;
            };
          };
          legal?: {
            /** The amount of the legal fee. In currency. Give `gte`, `lte` or both. */
            amount?: {
              /** At least this. */
              gte?: number;
              /** At most this. */
              lte?: number;
              /** True: what is not known passes too. */
              orMissing?: boolean;
            };
          };
        };
      };
      rental?: {
        rent?: {
          /** The amount of the rent. In currency. Give `gte`, `lte` or both. */
          amount?: {
            /** At least this. */
            gte?: number;
            /** At most this. */
            lte?: number;
            /** True: what is not known passes too. */
            orMissing?: boolean;
          };
          /** Whether the rent includes the charges. */
          includesCharges?: boolean;
        };
        fees?: {
          charges?: {
            /** The amount of the rental charge. In currency. Give `gte`, `lte` or both. */
            amount?: {
              /** At least this. */
              gte?: number;
              /** At most this. */
              lte?: number;
              /** True: what is not known passes too. */
              orMissing?: boolean;
            };
          };
          deposit?: {
            /** The amount of the deposit. In currency. Give `gte`, `lte` or both. */
            amount?: {
              /** At least this. */
              gte?: number;
              /** At most this. */
              lte?: number;
              /** True: what is not known passes too. */
              orMissing?: boolean;
            };
          };
        };
      };
    };
    valuation?: {
      /** The displayed price against the estimate; a price below it is negative. In per cent. Give `gte`, `lte` or both. */
      deviationPercent?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
    };
    unit?: {
      /** Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. Give `gte`, `lte` or both. */
      rooms?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** Bedrooms. Give `gte`, `lte` or both. */
      bedrooms?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** Bathrooms; shower rooms are counted apart. Give `gte`, `lte` or both. */
      bathrooms?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** The floor it is on; 0 is the ground floor, below it is negative. Give `gte`, `lte` or both. */
      floor?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** A direction the unit faces. */
      orientation?: {
        /** Any of these. */
        in?: Orientation[];
        /** None of these; what is not known passes. */
        nin?: Orientation[];
        /** Any of these, or not known. */
        inOrMissing?: Orientation[];
      };
      /** The state of repair of the unit. */
      condition?: {
        /** Any of these. */
        in?: Condition[];
        /** None of these; what is not known passes. */
        nin?: Condition[];
        /** Any of these, or not known. */
        inOrMissing?: Condition[];
      };
      diagnostic?: {
        /** The edition of the rules; absent when the source did not state it. */
        standard?: {
          /** Any of these. */
          in?: DiagnosticStandard[];
          /** None of these; what is not known passes. */
          nin?: DiagnosticStandard[];
          /** Any of these, or not known. */
          inOrMissing?: DiagnosticStandard[];
        };
        /** Letters and values of the energy diagnostic, by what they measure. All entries must hold. */
        scores?: {
          type: ScoreType;
          /** Any of these letters. */
          rating?: ScoreRating[];
          /** The value of the score. Give `gte`, `lte` or both. */
          value?: {
            /** At least this. */
            gte?: number;
            /** At most this. */
            lte?: number;
          };
        }[];
      };
      energy?: {
        heating?: {
          /** The heating installation. */
          system?: {
            /** Any of these. */
            in?: HeatingSystem[];
            /** None of these; what is not known passes. */
            nin?: HeatingSystem[];
            /** Any of these, or not known. */
            inOrMissing?: HeatingSystem[];
          };
          /** What the heating consumes. */
          energyCarrier?: {
            /** Any of these. */
            in?: EnergyCarrier[];
            /** None of these; what is not known passes. */
            nin?: EnergyCarrier[];
            /** Any of these, or not known. */
            inOrMissing?: EnergyCarrier[];
          };
          /** Whether the heating is shared by the building, not private to the unit. */
          collective?: boolean;
        };
      };
      /** What the unit has. `in` asks for all of them; `inOrMissing` drops only an explicit no. */
      features?: {
        /** All of these. */
        in?: UnitFeature[];
        /** None of these; what is not known passes. */
        nin?: UnitFeature[];
        /** Each of these, or not known: only an explicit no is left out. */
        inOrMissing?: UnitFeature[];
      };
    };
    building?: {
      /** The year the building was built. Give `gte`, `lte` or both. */
      constructionYear?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** The year the building was last renovated. Give `gte`, `lte` or both. */
      renovationYear?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** Lots in the condominium. Give `gte`, `lte` or both. */
      numberOfLots?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** Floors above the ground floor. Give `gte`, `lte` or both. */
      floors?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
      /** The style or main material of the building. */
      constructionType?: {
        /** Any of these. */
        in?: ConstructionType[];
        /** None of these; what is not known passes. */
        nin?: ConstructionType[];
        /** Any of these, or not known. */
        inOrMissing?: ConstructionType[];
      };
      /** The state of repair of the building. */
      condition?: {
        /** Any of these. */
        in?: Condition[];
        /** None of these; what is not known passes. */
        nin?: Condition[];
        /** Any of these, or not known. */
        inOrMissing?: Condition[];
      };
      energy?: {
        heating?: {
          /** The heating installation. */
          system?: {
            /** Any of these. */
            in?: HeatingSystem[];
            /** None of these; what is not known passes. */
            nin?: HeatingSystem[];
            /** Any of these, or not known. */
            inOrMissing?: HeatingSystem[];
          };
          /** What the heating consumes. */
          energyCarrier?: {
            /** Any of these. */
            in?: EnergyCarrier[];
            /** None of these; what is not known passes. */
            nin?: EnergyCarrier[];
            /** Any of these, or not known. */
            inOrMissing?: EnergyCarrier[];
          };
          /** Whether the heating is shared by the building, not private to the unit. */
          collective?: boolean;
        };
      };
    };
    amenities?: {
      /** What the building offers. PARKING holds when the home or its building has parking, whatever member states it. */
      features?: {
        /** All of these. */
        in?: AmenityFeature[];
        /** None of these; what is not known passes. */
        nin?: AmenityFeature[];
        /** Each of these, or not known: only an explicit no is left out. */
        inOrMissing?: AmenityFeature[];
      };
    };
  };
  /** Holds when ONE publisher of the property meets all members together. */
  publisher?: {
    /** What kind of advertiser it is. PROFESSIONAL stands for every type but PRIVATE_INDIVIDUAL. */
    type?: {
      /** Any of these. */
      in?: PublisherTypeOrGroup[];
      /** None of these; what is not known passes. */
      nin?: PublisherTypeOrGroup[];
    };
    /** The terms it offers the property on. */
    mandate?: {
      /** Any of these. */
      in?: Mandate[];
      /** None of these; what is not known passes. */
      nin?: Mandate[];
    };
    /** Whether the publisher gives an e-mail address. */
    hasEmail?: boolean;
    /** Whether the publisher gives a telephone number. */
    hasPhone?: boolean;
    /** The publisher's own reference of the property. */
    references?: string[] | {
      /** Any of these. */
      in?: string[];
    };
  };
  /** Holds when ONE listing of the property meets all members together; price coherence is judged over all of them. */
  listings?: {
    marketing?: {
      /** Marked as urgent. */
      urgent?: boolean;
      /** Pushed up in the results of the source. */
      boosted?: boolean;
      /** Shown larger or in colour. */
      highlighted?: boolean;
      /** How many visitors of the source keep it as a favourite. Give `gte`, `lte` or both. */
      favorites?: {
        /** At least this. */
        gte?: number;
        /** At most this. */
        lte?: number;
        /** True: what is not known passes too. */
        orMissing?: boolean;
      };
    };
    /** The address of the advertisement; absent when the source is protected. */
    url?: string;
    /** The sources, each by its id or its short name. */
    sources?: {
      /** Any of these. */
      in?: string[];
      /** None of these; what is not known passes. */
      nin?: string[];
    };
    /** When it went offline; absent while it is live. Give `from`, `to` or both. */
    expiredAt?: {
      /** At this moment or later. */
      from?: string;
      /** Before this moment. */
      to?: string;
    };
    /** True, unless asked otherwise: hides properties whose listings are all price-incoherent. False returns only those. Default: `true`. */
    priceCoherent?: boolean;
  };
  /** When the property was first seen and last changed. */
  dates?: {
    /** When the property was first seen. Give `from`, `to` or both. */
    createdAt?: {
      /** At this moment or later. */
      from?: string;
      /** Before this moment. */
      to?: string;
    };
    /** When its content last changed; a mere visit does not move it. Give `from`, `to` or both. */
    updatedAt?: {
      /** At this moment or later. */
      from?: string;
      /** Before this moment. */
      to?: string;
    };
  };
  /** Holds when ONE recorded change meets all members together. */
  changes?: {
    /** What changed. */
    attribute?: {
      /** Any of these. */
      in?: ChangeAttribute[];
      /** None of these; what is not known passes. */
      nin?: ChangeAttribute[];
    };
    /** The change relative to the old value; a drop is negative. In per cent. Give `gte`, `lte` or both. */
    variationPercent?: {
      /** At least this. */
      gte?: number;
      /** At most this. */
      lte?: number;
    };
    /** When the change was seen. Give `from`, `to` or both. */
    occurredAt?: {
      /** At this moment or later. */
      from?: string;
      /** Before this moment. */
      to?: string;
    };
  };
}

/** A search. `{}` asks for everything. */
export interface PropertySearch {
  /** How a search is walked. Default: `PAGE`. */
  paginationType?: PaginationType;
  /** From 1 on, in PAGE mode; ignored in CURSOR mode. Pages reach the first 10,000 properties. Default: `1`. */
  page?: number;
  /** Properties a page; 0 asks for the count alone. Default: `10`. */
  size?: number;
  /** In CURSOR mode: left out or null at first, then `meta.cursor` unchanged. Ignored in PAGE mode. */
  cursor?: string | null;
  /** Newest content first by default. Unknown values come last in both directions. */
  sort?: {
    field: SortField;
    /** The direction of an order. Default: `DESC`. */
    direction?: SortDirection;
  };
  /** What to add to `meta`: `relaxations`, small changes of criteria that find fewer than 10. */
  meta?: SearchMetaMember[];
  /** What the search would have found then, from the recorded changes. In PAGE mode only; reads every property. */
  asOf?: string;
  criteria?: Criteria | null;
}

export interface CountPropertyFacetsRequest {
  /** Bounds between price bands, ascending. Default: `[500,750,1000,1500,2000,3000,10000,50000,100000,150000,200000,250000,300000,400000,500000,750000,1000000,2000000]`. */
  priceBounds?: number[];
  /** The level of an administrative division, the widest first. Default: `ADMINISTRATIVE_SUBREGION`. */
  divisionType?: DivisionType;
  criteria?: Criteria | null;
}

export interface ClusterPropertiesRequest {
  /** In degrees. */
  viewport: {
    west: number;
    south: number;
    east: number;
    north: number;
  };
  /** As of web maps. */
  zoom: number;
  criteria?: Criteria | null;
}

/** One filter, what it asks, and what the property says. */
export interface ExplainedFilter {
  /** The filter, such as `property.unit.rooms`. */
  path: string;
  /** Its name. */
  label: string;
  /** What the criteria ask of it. */
  asked: unknown;
  /** What it saw of the property; null when that is not known. Of several publishers, listings or changes, the one that comes nearest. */
  seen: unknown;
  /** MISSING: it would take a value that is not known. */
  verdict: FilterVerdict;
}

/** A node of the criteria with what became of it. */
export type ExplainedNode = {
  /** MISSING: it would take a value that is not known. */
  verdict: FilterVerdict;
  and: ExplainedNode[];
} | {
  /** MISSING: it would take a value that is not known. */
  verdict: FilterVerdict;
  or: ExplainedNode[];
} | {
  /** MISSING: it would take a value that is not known. */
  verdict: FilterVerdict;
  filters: ExplainedFilter[];
};

export interface ExplainCriteriaRequest {
  /** The property to look at. */
  propertyId: string;
  criteria?: Criteria | null;
}

export interface ParseSentenceRequest {
  /** What a person looks for, in French or English. */
  text: string;
  /** The language of the text; recognised when absent. */
  language?: Language;
}

export interface LookupPropertyByUrlRequest {
  /** The URL of the listing. */
  url: string;
}

export interface ListChangesReply {
  data: ({
    id: string;
    changeType: ChangeType;
    propertyId: string;
    revisionId?: string;
    occurredAt: string;
    recordedAt: string;
    cause: {
      type: ChangeCause;
      listingId?: string;
    };
    changes: PropertyChange[];
    mergedInto?: string;
    splitFrom?: string;
    /** Continues after this change. */
    cursor: string;
    /** The property as it is now; null where it is gone or no longer matches the criteria. */
    data: PropertyResult | null;
  })[];
  meta: {
    /** Changes on this page. */
    count: number;
    /** Continues after this page; valid for 30 days. */
    cursor: string;
    /** Whether to continue at once. */
    hasMore: boolean;
  };
}

export interface CreateExportRequest {
  criteria?: unknown;
  /** The format of an export. Default: `NDJSON`. */
  format?: ExportFormat;
  /** A cursor of the change stream: only what changed since. What is gone or no longer matches is a line `{"id", "removed": true}`. */
  since?: string | null;
}

export interface CreateFavoritePropertyRequest {
  /** The property that is kept. */
  propertyId: string;
}

export interface CreateAlertRequest {
  /** What people call it. */
  name: string;
  /** A disabled alert notifies nobody. Default: `true`. */
  enabled?: boolean;
  /** What is watched for; null watches every property. */
  criteria?: Criteria | null;
  /** One NEW_MATCH rule by default. */
  notificationConfig?: {
    rules: {
      eventType: AlertEventType;
      /** Whether an alert notifies once a property or once a listing. Default: `PROPERTY`. */
      scope?: AlertScope;
      /** PRICE_CHANGE only. Any of the ranges may hold; without it every change will do. */
      variationPercent?: {
        gte?: number;
        lte?: number;
      }[];
    }[];
  };
  /** Null: the default of the account. */
  notificationDestination?: {
    /** HTTPS, on a public host; a destination there is used again. */
    webhookUrl?: string;
    /** A destination of the account: its id, its path, or the URL it sends to. */
    eventDestination?: string;
  } | null;
  /** Null: at once. */
  delivery?: {
    mode: AlertDeliveryMode;
    /** The local time of the digest; 08:00 by default. */
    at?: string;
    /** An IANA time zone; Europe/Paris by default. */
    timezone?: string;
    /** INSTANT: the events of a local day that are sent at once. The others are in the next digest. */
    maxPerDay?: number;
    /** INSTANT: events of these hours are sent when they end. */
    quietHours?: {
      /** Local time. */
      from: string;
      /** Local time; may be on the next day. */
      to: string;
    };
    /** The language of mails; English by default. */
    language?: Language;
  } | null;
}

export interface UpdateAlertRequest {
  /** What people call it. */
  name?: string;
  /** A disabled alert notifies nobody. Default: `true`. */
  enabled?: boolean;
  /** What is watched for; null watches every property. */
  criteria?: Criteria | null;
  /** One NEW_MATCH rule by default. */
  notificationConfig?: {
    rules: {
      eventType: AlertEventType;
      /** Whether an alert notifies once a property or once a listing. Default: `PROPERTY`. */
      scope?: AlertScope;
      /** PRICE_CHANGE only. Any of the ranges may hold; without it every change will do. */
      variationPercent?: {
        gte?: number;
        lte?: number;
      }[];
    }[];
  };
  /** Null: the default of the account. */
  notificationDestination?: {
    /** HTTPS, on a public host; a destination there is used again. */
    webhookUrl?: string;
    /** A destination of the account: its id, its path, or the URL it sends to. */
    eventDestination?: string;
  } | null;
  /** Null: at once. */
  delivery?: {
    mode: AlertDeliveryMode;
    /** The local time of the digest; 08:00 by default. */
    at?: string;
    /** An IANA time zone; Europe/Paris by default. */
    timezone?: string;
    /** INSTANT: the events of a local day that are sent at once. The others are in the next digest. */
    maxPerDay?: number;
    /** INSTANT: events of these hours are sent when they end. */
    quietHours?: {
      /** Local time. */
      from: string;
      /** Local time; may be on the next day. */
      to: string;
    };
    /** The language of mails; English by default. */
    language?: Language;
  } | null;
}

export interface ForecastAlertRequest {
  /** What is watched for; null watches every property. */
  criteria?: Criteria | null;
}

export interface RehearseAlertRequest {
  /** How far back, from now. Default: `7`. */
  days?: number;
  /** From the answer that this call continues. `days` is that of the first call. */
  cursor?: string;
}

export interface CreateEventDestinationRequest {
  /** May be left out: then it follows from which of url and email is given. */
  destinationType?: DestinationType | null;
  /** HTTPS, on a public host. */
  url?: string | null;
  /** An email. */
  email?: string | null;
  /** True makes it the default in place of the present one. Default: `false`. */
  isDefault?: boolean;
}

export interface TestEventDestinationRequest {
  /** The kind of event to make up. Default: `NEW_MATCH`. */
  eventType?: AlertEventType;
}

export interface ReplayEventNotificationsRequest {
  /** Whose notifications. */
  destination: string;
  createdAt?: {
    /** Created on or after it. */
    after?: string;
    /** Created on or before it. */
    before?: string;
  };
  /** Only those in this state. */
  status?: ReplayableStatus;
}

/** Filters, all optional. `{}` asks for everything. */
export interface SearchTransactionsRequest {
  dateMutation?: {
    /** This day or later. */
    after?: string;
    /** This day or earlier. */
    before?: string;
  };
  propertyType?: PropertyType[];
  nature?: TransactionNature[];
  /** The price of the whole sale, in cents. */
  priceAmount?: {
    gte?: number;
    lte?: number;
  };
  /** Square metres. */
  livingArea?: {
    gte?: number;
    lte?: number;
  };
  /** Municipalities, by id. */
  city?: string | string[];
  /** Municipal districts, by id. */
  district?: string | string[];
  /** Neighbourhoods, by id: sales inside their contours. */
  neighborhood?: string | string[];
  /** A GeoJSON Polygon or MultiPolygon, holes included, of at most 10,000 positions. */
  geoshape?: Record<string, unknown>;
  page?: {
    /** Left out or null at first, then `meta.nextCursor` unchanged. */
    cursor?: string | null;
    /** Default: `20`. */
    size?: number;
  };
}

export interface GetListingAnalyticsReply {
  /** How many events the figures are made of, and of what time. */
  meta: {
    sample_size: number;
    min_event_at: string | null;
    max_event_at: string | null;
  };
  data: ({
    /** The period and the value of each grouped column; null where it is not known. */
    group: {
      /** The first moment of the period. */
      event_at: string;
      property_type?: string | null;
      transaction_type?: string | null;
      event_type?: string | null;
      city_id?: string | null;
      district_id?: string | null;
      neighborhood_id?: string | null;
      dpe_energy_rating?: string | null;
      dpe_ghg_rating?: string | null;
      publisher_type?: string | null;
      price_currency?: string | null;
      transaction_status?: string | null;
      sale_type?: string | null;
      mandate_type?: string | null;
      condition?: string | null;
      location_accuracy?: string | null;
      heating_system?: string | null;
      energy_carrier?: string | null;
      source_id?: string | null;
    };
    /** The figures by the entry they were asked with; null where no event of the group knows the field. */
    metrics: {
      [name: string]: number | null;
    };
  })[];
}

export interface ValueHomeRequest {
  /** SALE from closed sales, ASKING from adverts, RENT from adverts, by the month. */
  market?: ValuationMarket;
  /** The day to value for; today if absent. */
  date?: string;
  /** What kind of home it is. */
  propertyType: ValuedPropertyType;
  /** Living area. */
  areaSqm: number;
  longitude?: number;
  latitude?: number;
  /** Instead of a point: the code or id of a division. The home stands for one at its centre. */
  division?: string;
  /** The state of repair. */
  condition?: Condition;
  /** To compare with the value. */
  askedPrice?: number;
  /** What else is known of the home; a fact that is absent is unknown. */
  facts?: {
    rooms?: number;
    bedrooms?: number;
    bathrooms?: number;
    floor?: number;
    buildingFloors?: number;
    constructionYear?: number;
    energyRating?: number;
    landArea?: number;
    elevator?: boolean;
    terrace?: boolean;
    balcony?: boolean;
    airConditioning?: boolean;
    furnished?: boolean;
    parking?: boolean;
    parkingIncluded?: boolean;
    parkingPrice?: number;
    storage?: boolean;
    wardrobe?: boolean;
    swimmingPool?: boolean;
    caretaker?: boolean;
    garden?: boolean;
    duplex?: boolean;
    studio?: boolean;
    lastFloor?: boolean;
    facesNorth?: boolean;
    facesSouth?: boolean;
    facesEast?: boolean;
    facesWest?: boolean;
  };
}

/** Billable usage of the account. */
export interface GetApiUsageReply {
  /** The window that is really covered. */
  period: {
    start: string;
    end: string;
    granularity: UsageGranularity;
  };
  totals: {
    calls: number;
    results: number;
    /** When the account is billed in credits. */
    credits?: number;
  };
  /** One point a bucket, by its first day; with `groupBy` one for each part of it that was used. */
  timeSeries: {
    date: string;
    apiKeyId?: string;
    apiKeyName?: string;
    route?: string;
    routeType?: UsageRouteType;
    channel?: UsageChannel;
    calls: number;
    results: number;
    /** When the account is billed in credits. */
    credits?: number;
  }[];
  /** By key, the busiest first. */
  byApiKey: {
    apiKeyId: string;
    apiKeyName: string;
    calls: number;
    results: number;
    /** When the account is billed in credits. */
    credits?: number;
  }[];
  /** By route, the busiest first. */
  byRoute: {
    route: string;
    routeType: UsageRouteType;
    calls: number;
    results: number;
    /** When the account is billed in credits. */
    credits?: number;
  }[];
  /** By channel, the busiest first. */
  byChannel: {
    channel: UsageChannel;
    calls: number;
    results: number;
    /** When the account is billed in credits. */
    credits?: number;
  }[];
}

/** One visit of one listing at one source. */
export type Observation = {
  /** The slug of the source. */
  source: string;
  /** The URL of the listing: its identity. */
  url: string;
  /** When the source was read. */
  observedAt: string;
  kind: 'seen';
  payload: ObservationPayload;
} | {
  /** The slug of the source. */
  source: string;
  /** The URL of the listing: its identity. */
  url: string;
  /** When the source was read. */
  observedAt: string;
  kind: 'expired';
  payload: null;
};

/** What a source says of one listing. Every member is optional. */
export interface ObservationPayload {
  /** When the source published it, as the source says. */
  publishedAt?: string;
  /** The title. */
  title?: string;
  /** The description. */
  description?: string;
  /** What kind of asset it is. */
  propertyType?: PropertyType;
  /** Old, new or being built. */
  constructionStatus?: ConstructionStatus;
  /** For sale or to let. */
  transactionType?: TransactionType;
  /** How far it has gone. */
  transactionStatus?: TransactionStatus;
  saleType?: SaleType;
  /** The day the property becomes free. */
  availableAt?: string;
  /** The price as advertised: of the sale, or the rent of one period. In `currency`. */
  displayedPrice?: number;
  /** The currency of the displayed price. */
  currency?: Currency;
  /** What the seller receives, agency fees left out. In the currency of the displayed price. */
  netPrice?: number;
  /** What comes beside the price or the rent. */
  fees?: {
    /** The charges a tenant pays each period. */
    charges?: {
      /** The amount of the rental charge. In `currency`. */
      amount?: number;
      /** The currency of the rental charge. */
      currency?: Currency;
      /** How often the rental charge falls due. */
      frequency?: Frequency;
      /** The lines, where the source gives them. */
      details?: {
        /** What the line pays for. */
        type?: RentalChargeLineType;
        /** The amount of the line. In `currency`. */
        amount?: number;
        /** The currency of the line. */
        currency?: Currency;
      }[];
    };
    /** What a tenant leaves against damage. */
    deposit?: {
      /** The amount of the deposit. In `currency`. */
      amount?: number;
      /** The currency of the deposit. */
      currency?: Currency;
      /** The deposit in months of rent. */
      months?: number;
      /** Who bears the deposit. */
      paidBy?: PaidBy;
    };
    /** The taxes. */
    taxes?: {
      /** The tax on living in the property. */
      housingTax?: {
        /** The amount of the housing tax. In `currency`. */
        amount?: number;
        /** The currency of the housing tax. */
        currency?: Currency;
        /** How often the housing tax falls due. */
        frequency?: Frequency;
        /** Who bears the housing tax. */
        paidBy?: PaidBy;
        /** Whether the charges include the housing tax. */
        includedInCharges?: boolean;
      };
      /** The tax on owning the property. */
      propertyTax?: {
        /** The amount of the property tax. In `currency`. */
        amount?: number;
        /** The currency of the property tax. */
        currency?: Currency;
        /** How often the property tax falls due. */
        frequency?: Frequency;
        /** Who bears the property tax. */
        paidBy?: PaidBy;
      };
    };
    /** The fees of the inventory of fixtures. */
    inventory?: {
      /** The amount of the inventory fee. In `currency`. */
      amount?: number;
      /** The currency of the inventory fee. */
      currency?: Currency;
      /** The share of the inventory fee in the price. In per cent. */
      percentage?: number;
      /** Who bears the inventory fee. */
      paidBy?: PaidBy;
    };
    /** The fees of the agency. */
    agency?: {
      /** The amount of the agency fee. In `currency`. */
      amount?: number;
      /** The currency of the agency fee. */
      currency?: Currency;
      /** The share of the agency fee in the price. In per cent. */
      percentage?: number;
      /** Who bears the agency fee. */
      paidBy?: PaidBy;
      /** Whether the displayed price includes the agency fee. */
      includedInPrice?: boolean;
    };
    /** The legal fees. */
    legal?: {
      /** The nature of the legal fee. */
      type?: LegalFeeType;
      /** The amount of the legal fee. In `currency`. */
      amount?: number;
      /** The currency of the legal fee. */
      currency?: Currency;
      /** The share of the legal fee in the price. In per cent. */
      percentage?: number;
      /** Who bears the legal fee. */
      paidBy?: PaidBy;
    };
    /** What the condominium charges its owners. */
    condominium?: {
      /** All condominium fees of one period. In `currency`. */
      total?: number;
      /** The currency of the condominium fees. */
      currency?: Currency;
      /** How often the condominium fees fall due. */
      frequency?: Frequency;
      /** The lines, where the source gives them. */
      breakdown?: {
        /** What the line pays for. */
        type?: CondominiumLineType;
        /** The amount of the line. In `currency`. */
        amount?: number;
        /** The currency of the line. */
        currency?: Currency;
        /** How often the line falls due. */
        frequency?: Frequency;
      }[];
    };
  };
  /** What the condominium charges its owners. */
  condominiumFees?: {
    /** All condominium fees of one period. In `currency`. */
    total?: number;
    /** The currency of the condominium fees. */
    currency?: Currency;
    /** How often the condominium fees fall due. */
    frequency?: Frequency;
    /** The lines, where the source gives them. */
    breakdown?: {
      /** What the line pays for. */
      type?: CondominiumLineType;
      /** The amount of the line. In `currency`. */
      amount?: number;
      /** The currency of the line. */
      currency?: Currency;
      /** How often the line falls due. */
      frequency?: Frequency;
    }[];
  };
  /** The tax on owning the property. */
  propertyTax?: {
    /** The amount of the property tax. In `currency`. */
    amount?: number;
    /** The currency of the property tax. */
    currency?: Currency;
    /** How often the property tax falls due. */
    frequency?: Frequency;
    /** Who bears the property tax. */
    paidBy?: PaidBy;
  };
  /** The rent. */
  rent?: {
    /** The amount of the rent. In `currency`. */
    amount?: number;
    /** The currency of the rent. */
    currency?: Currency;
    /** How often the rent falls due. */
    frequency?: Frequency;
    /** Whether the rent includes the charges. */
    includesCharges?: boolean;
  };
  /** The areas, all but the plot in one unit. */
  area?: {
    /** The area a buyer compares by: the living area, else the total area. In `unit`. */
    displayed?: number;
    /** The unit of the areas beside it. */
    unit?: AreaUnit;
    /** The living area. In `unit`. */
    living?: number;
    /** The total floor area, low ceilings and walls included. In `unit`. */
    total?: number;
    /** The area measured under a law. */
    legal?: {
      /** The legal area. In the unit of the indoor areas. */
      value?: number;
      /** The law it was measured under. */
      law?: LegalAreaLaw;
    };
    /** The plot the property stands on. */
    land?: {
      /** The unit of the plot. */
      unit?: AreaUnit;
      /** The area of the plot. In `unit`. */
      value?: number;
    };
    /** The area of the terraces. In `unit`. */
    terrace?: number;
    /** The area of the balconies. In `unit`. */
    balcony?: number;
    /** The area of the private garden. In `unit`. */
    garden?: number;
    /** The area of the basement or cellar. In `unit`. */
    basement?: number;
    /** The area of the parking spaces. In `unit`. */
    parking?: number;
  };
  /** The building has a lift. */
  elevator?: boolean;
  /** The building has an intercom. */
  intercom?: boolean;
  /** The entrance opens by a code. */
  digicode?: boolean;
  /** A caretaker looks after the building. */
  caretaker?: boolean;
  /** There is a room for bicycles. */
  bikeRoom?: boolean;
  /** Accessible to disabled people. */
  disabledAccess?: boolean;
  /** There is a gym. */
  gym?: boolean;
  /** There is a playground. */
  playground?: boolean;
  /** There is a hall for parties. */
  partyHall?: boolean;
  /** There is a sports court. */
  sportCourt?: boolean;
  /** There is a games room for adults. */
  adultGameRoom?: boolean;
  /** The property stands in a gated community. */
  gatedCommunity?: boolean;
  /** There is a barbecue. */
  barbecueGrill?: boolean;
  /** There is a swimming pool. */
  swimmingPool?: boolean;
  /** The networks that reach it. */
  connectivity?: Connectivity[];
  /** Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. */
  rooms?: number;
  /** Bedrooms. */
  bedrooms?: number;
  /** Bathrooms; shower rooms are counted apart. */
  bathrooms?: number;
  /** Shower rooms. */
  showerRooms?: number;
  /** Toilets. */
  wc?: number;
  /** Living rooms. */
  livingRooms?: number;
  /** Kitchens. */
  kitchens?: number;
  /** The floor it is on; 0 is the ground floor, below it is negative. */
  floor?: number;
  /** On the last floor of the building. */
  lastFloor?: boolean;
  /** On the ground floor. */
  groundFloor?: boolean;
  /** On the garden level, with direct access to a garden. */
  gardenFloor?: boolean;
  /** Offered furnished. */
  furnished?: boolean;
  /** With an equipped kitchen. */
  equippedKitchen?: boolean;
  /** With a fireplace. */
  fireplace?: boolean;
  /** With air conditioning. */
  airConditioning?: boolean;
  /** With double glazing. */
  doubleGlazing?: boolean;
  /** With a wooden parquet floor. */
  parquet?: boolean;
  /** With a balcony. */
  balcony?: boolean;
  /** With a terrace. */
  terrace?: boolean;
  /** With a private garden. */
  garden?: boolean;
  /** With a dressing room. */
  dressing?: boolean;
  /** Open on two opposite sides. */
  crossing?: boolean;
  /** Described as quiet. */
  quiet?: boolean;
  /** With a cellar. */
  cellar?: boolean;
  /** With a basement. */
  basement?: boolean;
  /** With a storage room. */
  storage?: boolean;
  /** The directions it faces. */
  orientation?: Orientation[];
  /** The state of repair of the unit. */
  condition?: Condition;
  /** The parking of the unit, and by `type` and `spaces` that of the building. */
  parking?: {
    /** Parking spaces in all. */
    total?: number;
    /** The spaces one by one, where the source lists them. */
    spots?: {
      /** The kind of the space. */
      type?: ParkingType;
      /** Closed by walls and a door. */
      box?: boolean;
    }[];
    /** The kind of the spaces. */
    type?: ParkingType;
    /** How many spaces there are. */
    spaces?: number;
  };
  /** The energy diagnostic. */
  diagnostic?: Diagnostic;
  /** How the unit is heated. */
  heating?: Heating[];
  /** Floors above the ground floor. */
  buildingFloors?: number;
  /** Lots in the condominium. */
  numberOfLots?: number;
  constructionType?: ConstructionType;
  /** The year the building was built. */
  constructionYear?: number;
  /** The year the building was last renovated. */
  renovationYear?: number;
  /** The condominium is under legal proceedings. */
  underLegalProceedings?: boolean;
  /** Who advertises it. */
  publisher?: {
    /** What kind of advertiser it is. */
    publisherType?: PublisherType;
    /** The name of the agency. */
    agencyName?: string;
    /** The number of its professional card. */
    professionalCardNumber?: string;
    /** Its website. */
    website?: string;
    /** The terms it offers the property on. */
    mandate?: Mandate;
    /** The publisher's own reference of the property. */
    reference?: string;
    /** How to reach it about the property. */
    contact?: {
      /** Its e-mail address. */
      email?: string;
      /** Its telephone number. */
      phone?: string;
      /** Its page at the source. */
      profileUrl?: string;
    };
  };
  /** The pictures. */
  pictures?: {
    /** The address of the picture. */
    url?: string;
    /** Its 64-bit perceptual hash in 16 hexadecimal digits. */
    phash?: string;
  }[];
  /** How the source promotes it. */
  marketing?: {
    /** How many visitors of the source keep it as a favourite. */
    favorites?: number;
    /** Marked as urgent. */
    urgent?: boolean;
    /** Pushed up in the results of the source. */
    boosted?: boolean;
    /** Shown larger or in colour. */
    highlighted?: boolean;
  };
  /** Hide the URL and the source from customers. */
  protected?: boolean;
  /** Where the source says it is. */
  location?: {
    /** ISO 3166-1 alpha-2 code of the country. */
    countryCode?: string;
    /** The name of the municipality, as written. */
    city?: string;
    /** The postal code, as written. */
    postalCode?: string;
    /** The INSEE code of the municipality or district. */
    inseeCode?: string;
    /** The name of the neighbourhood, as written. */
    neighborhood?: string;
    /** The address as the sources give it. */
    address?: string;
    /** How finely the position is known. */
    accuracy?: LocationAccuracy;
    /** Longitude, then latitude. */
    coordinates?: number[];
  };
}

export interface CreateFeedRequest {
  /** Slug of the source; one that is new is created. */
  source: string;
  /** Where the file is: HTTPS, on a public host. Redirects are not followed. */
  address: string;
  /** The format of the file, plain or packed; left out where a mapping says how it is read. */
  format?: FeedFormat;
  /** Instead of a format: our paths and the columns or JSON pointers of any CSV or JSON file, as in a mapping file of `gable ingest --mapping`. */
  mapping?: Record<string, unknown>;
  /** From the beginning of one pull to that of the next. Default: `21600`. */
  intervalSeconds?: number;
  /** The file names every live listing of the source: those absent from it have expired. Default: `false`. */
  full?: boolean;
  /** A larger file is refused. Default: `536870912`. */
  maxBytes?: number;
  /** False: pulled by hand only. Default: `true`. */
  enabled?: boolean;
}

export interface RemoveListingRequest {
  /** The URL of the listing, in any spelling. */
  url: string;
  reason?: string;
}

/** What kind of asset is offered. */
export type PropertyType = 'FLAT' | 'HOUSE' | 'BUILDING' | 'PARKING' | 'OFFICE' | 'LAND' | 'SHOP' | 'COMMERCIAL_PREMISES';

/** The level of an administrative division, the widest first. */
export type DivisionType = 'COUNTRY' | 'ADMINISTRATIVE_REGION' | 'ADMINISTRATIVE_SUBREGION' | 'MUNICIPALITY_GROUP' | 'MUNICIPALITY' | 'MUNICIPAL_DISTRICT' | 'NEIGHBORHOOD' | 'SUB_NEIGHBORHOOD';

/** The direction of `order[createdAt]` in a collection. */
export type CollectionOrder = 'asc' | 'desc';

/** How far a notification has gone. */
export type NotificationStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'SUSPENDED' | 'SKIPPED';

export type ValuedType = 'FLAT' | 'HOUSE';

/** What happened to a listing in the warehouse. */
export type AnalyticsEventType = 'CREATED' | 'UPDATED' | 'EXPIRED' | 'REACTIVATED';

/** Whether the property is for sale or to let. */
export type TransactionType = 'SELL' | 'RENT';

/** The letter of a diagnostic score, the best first. */
export type ScoreRating = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';

/** What kind of advertiser a publisher is. */
export type PublisherType = 'PRIVATE_INDIVIDUAL' | 'REAL_ESTATE_AGENCY' | 'COMMERCIAL_AGENT' | 'MANDATED_AGENT' | 'PROFESSIONAL_UNKNOWN';

/** The columns analytics may be grouped by. */
export type AnalyticsGroupBy = 'property_type' | 'transaction_type' | 'event_type' | 'city_id' | 'district_id' | 'neighborhood_id' | 'dpe_energy_rating' | 'dpe_ghg_rating' | 'publisher_type' | 'price_currency' | 'transaction_status' | 'sale_type' | 'mandate_type' | 'condition' | 'location_accuracy' | 'heating_system' | 'energy_carrier' | 'source_id';

/** The width of a period of analytics. */
export type AnalyticsTimeBucket = 'day' | 'week' | 'month' | 'quarter' | 'year';

export type TableFormat = 'csv' | 'parquet';

export type ValuationMarket = 'SALE' | 'ASKING' | 'RENT';

/** The width of a point of the usage series. */
export type UsageGranularity = 'YEAR' | 'MONTH' | 'DAY';

/** What splits a point of the usage series. */
export type UsageGroupBy = 'API_KEY' | 'ROUTE' | 'CHANNEL';

/** How a call came in. */
export type UsageChannel = 'DIRECT' | 'MCP';

/** Whether the property is old, new or still being built. */
export type ConstructionStatus = 'OLD' | 'NEW' | 'UNDER_CONSTRUCTION';

/** How far the transaction has gone, the strongest claim first. */
export type TransactionStatus = 'AVAILABLE' | 'UNDER_OFFER' | 'SOLD' | 'RENTED' | 'WITHDRAWN';

/** The legal form of the sale. */
export type SaleType = 'STANDARD' | 'LIFE_ANNUITY';

/** The unit an area is given in. */
export type AreaUnit = 'SQM' | 'SQFT' | 'HECTARE' | 'ACRE';

/** The law a legal area is measured under. */
export type LegalAreaLaw = 'CARREZ' | 'BOUTIN' | 'RERA';

/** The directions a unit faces. */
export type Orientation = 'NORTH' | 'NORTH_EAST' | 'EAST' | 'SOUTH_EAST' | 'SOUTH' | 'SOUTH_WEST' | 'WEST' | 'NORTH_WEST';

/** The state of repair of a unit or a building. */
export type Condition = 'NEW' | 'GOOD' | 'TO_RENOVATE';

/** The kind of a parking space. */
export type ParkingType = 'GARAGE' | 'OUTDOOR' | 'UNDERGROUND' | 'COVERED';

/** The scheme of an energy diagnostic. */
export type DiagnosticType = 'DPE';

/** The edition of the rules a diagnostic was made under. */
export type DiagnosticStandard = 'FR_DPE_2006' | 'FR_DPE_2021';

/** The unit of a diagnostic score. */
export type ScoreUnit = 'KWH_EP_PER_SQM_YEAR' | 'KG_CO2E_PER_SQM_YEAR';

/** The installation that produces or spreads the heat. */
export type HeatingSystem = 'BOILER' | 'HEAT_PUMP' | 'RADIATOR' | 'FLOOR_HEATING' | 'SOLAR_THERMAL' | 'WOOD_STOVE' | 'AIR_CONDITIONING' | 'ELECTRIC_HEATER';

/** What the heating consumes. */
export type EnergyCarrier = 'GAS' | 'ELECTRICITY' | 'OIL' | 'WOOD' | 'SOLAR' | 'GEOTHERMAL' | 'DISTRICT_HEATING';

/** The style or main material of the building. */
export type ConstructionType = 'HAUSSMANNIAN' | 'MODERN' | 'CONTEMPORARY' | 'TRADITIONAL' | 'STONE' | 'BRICK' | 'CONCRETE' | 'WOOD' | 'MIXED' | 'OTHER';

/** The networks that reach the building. */
export type Connectivity = 'CABLE' | 'FIBER';

/** ISO 4217 code of the currency of an amount. */
export type Currency = 'EUR' | 'USD' | 'GBP' | 'CHF';

/** Who bears an amount. */
export type PaidBy = 'BUYER' | 'SELLER' | 'OWNER' | 'TENANT';

/** The nature of the legal fees of a sale. */
export type LegalFeeType = 'NOTARY' | 'REGISTRATION' | 'OTHER';

/** How often an amount falls due. */
export type Frequency = 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A line of the condominium fees. */
export type CondominiumLineType = 'HEATING' | 'WATER' | 'CARETAKER' | 'MAINTENANCE' | 'OTHER';

/** A line of the rental charges. */
export type RentalChargeLineType = 'HEATING' | 'WATER' | 'MAINTENANCE' | 'GARBAGE' | 'ELECTRICITY' | 'GAS' | 'INTERNET' | 'OTHER';

/** How sure an estimate is, the surest first. */
export type ValuationConfidence = 'A' | 'B' | 'C' | 'D';

/** How finely a location is known, the finest first. */
export type LocationAccuracy = 'PRECISE' | 'STREET' | 'NEIGHBORHOOD' | 'DISTRICT' | 'CITY' | 'UNKNOWN';

/** What a recorded change is about. */
export type ChangeAttribute = 'DISPLAYED_PRICE' | 'DISPLAYED_AREA' | 'DESCRIPTION' | 'TITLE' | 'FEATURES' | 'ROOMS' | 'BEDROOMS' | 'ADDRESS' | 'GEO_POINT' | 'CITY' | 'DISTRICT' | 'NEIGHBORHOOD' | 'LOCATION_ACCURACY' | 'PICTURES' | 'TRANSACTION_STATUS';

/** The terms on which a publisher offers the property. */
export type Mandate = 'EXCLUSIVE' | 'SEMI_EXCLUSIVE' | 'NON_EXCLUSIVE';

/** What an alert may notify. */
export type AlertEventType = 'NEW_MATCH' | 'PRICE_CHANGE' | 'OTHER_CHANGE' | 'EXPIRED' | 'REACTIVATED';

/** How sure a resolved address is, the surest first. */
export type AddressConfidence = 'EXACT' | 'HIGH' | 'MEDIUM' | 'LOW' | 'NONE';

/** The evidence an address was resolved from. */
export type AddressMethod = 'ENERGY_CERTIFICATE_NUMBER' | 'ENERGY_CERTIFICATE_CHARACTERISTICS' | 'NATIONAL_ADDRESS_BASE';

export type LifelineEventKind = 'LISTED' | 'RELISTED' | 'PRICE_CHANGED' | 'EXPIRED' | 'SOLD';

/** How far an export has gone. */
export type ExportStatus = 'PENDING' | 'RUNNING' | 'READY' | 'FAILED' | 'EXPIRED';

/** The format of an export. */
export type ExportFormat = 'NDJSON' | 'PARQUET';

/** Why the service itself disabled an alert. */
export type AlertDisabledReason = 'NO_DESTINATION';

/** Whether an alert notifies once a property or once a listing. */
export type AlertScope = 'PROPERTY' | 'LISTING';

export type AlertDeliveryMode = 'INSTANT' | 'DIGEST';

export type Language = 'en' | 'fr';

/** The channel a notification leaves by. */
export type DestinationType = 'WEBHOOK' | 'EMAIL';

/** Whether a destination is being served. */
export type DestinationStatus = 'ACTIVE' | 'SUSPENDED';

/** Why a destination is not served. */
export type SuspensionReason = 'UNCONFIRMED' | 'UNSUBSCRIBED' | 'FAILING';

export type DeliveryOutcome = 'DELIVERED' | 'FAILED' | 'LOST' | 'SKIPPED';

/** Where a closed transaction is known from. */
export type TransactionSource = 'DVF' | 'NOTAIRES_FR';

/** The legal nature of a closed transaction. */
export type TransactionNature = 'SALE' | 'OFF_PLAN_SALE' | 'AUCTION' | 'EXPROPRIATION' | 'EXCHANGE' | 'OTHER';

export type TransactionLotRole = 'PRINCIPAL' | 'SECONDARY';

export type TransactionLotKind = 'HOUSE' | 'FLAT' | 'COMMERCIAL_PREMISES' | 'OUTBUILDING' | 'LAND';

export type NoValueReason = 'NO_MODEL' | 'TYPE_UNKNOWN' | 'AREA_MISSING' | 'POSITION_MISSING' | 'OUTSIDE_TRAINED_AREAS' | 'TOO_FEW_COMPARABLES';

export type ValuationClass = 'A' | 'B' | 'C' | 'D';

export type ValuationFitStatus = 'NONE' | 'DUE' | 'FITTING' | 'FITTED' | 'FAILED' | 'TOO_FEW_PRICES';

export type AuditActorType = 'KEY' | 'PERSON' | 'COMMAND';

export type FeedFormat = 'ndjson' | 'kyero' | 'openimmo' | 'poliris' | 'ubiflow' | 'blm' | 'trovit' | 'idealista' | 'bienici' | 'schema-org' | 'reso';

export type FeedRunStatus = 'RUNNING' | 'TAKEN' | 'UNCHANGED' | 'FAILED';

export type RejectionKind = 'INVALID' | 'REFUSED';

/** What a diagnostic score measures. */
export type ScoreType = 'ENERGY_CONSUMPTION' | 'CARBON_EMISSIONS';

/** What a unit may have. */
export type UnitFeature = 'LAST_FLOOR' | 'GROUND_FLOOR' | 'GARDEN_FLOOR' | 'FURNISHED' | 'DISABLED_ACCESS' | 'EQUIPPED_KITCHEN' | 'FIREPLACE' | 'AIR_CONDITIONING' | 'DOUBLE_GLAZING' | 'PARQUET' | 'BALCONY' | 'TERRACE' | 'GARDEN' | 'DRESSING' | 'CROSSING' | 'QUIET' | 'CELLAR' | 'BASEMENT' | 'STORAGE';

/** What a building may offer. */
export type AmenityFeature = 'ELEVATOR' | 'INTERCOM' | 'DIGICODE' | 'CARETAKER' | 'BIKE_ROOM' | 'DISABLED_ACCESS' | 'GYM' | 'PLAYGROUND' | 'PARTY_HALL' | 'SPORT_COURT' | 'ADULT_GAME_ROOM' | 'GATED_COMMUNITY' | 'BARBECUE_GRILL' | 'SWIMMING_POOL' | 'PARKING';

/** What kind of advertiser a publisher is. Or a group of these values. */
export type PublisherTypeOrGroup = 'PRIVATE_INDIVIDUAL' | 'REAL_ESTATE_AGENCY' | 'COMMERCIAL_AGENT' | 'MANDATED_AGENT' | 'PROFESSIONAL_UNKNOWN' | 'PROFESSIONAL';

/** How a search is walked. */
export type PaginationType = 'PAGE' | 'CURSOR';

/** What search results may be ordered by. */
export type SortField = 'CREATED_AT' | 'UPDATED_AT' | 'PRICE' | 'AREA' | 'PRICE_PER_AREA' | 'VALUATION_DEVIATION';

/** The direction of an order. */
export type SortDirection = 'ASC' | 'DESC';

export type SearchMetaMember = 'relaxations';

export type FilterVerdict = 'PASS' | 'FAIL' | 'MISSING';

/** What happened to a property of the change stream. */
export type ChangeType = 'CREATED' | 'CHANGED' | 'EXPIRED' | 'REACTIVATED' | 'MERGED' | 'SPLIT' | 'REMOVED';

/** Why a property of the change stream changed. */
export type ChangeCause = 'LISTING_CREATED' | 'LISTING_UPDATED' | 'LISTING_EXPIRED' | 'LISTING_REACTIVATED' | 'LISTING_REMOVED' | 'REGROUPED' | 'PRICE_VERDICT' | 'CORRECTION';

export type ReplayableStatus = 'DELIVERED' | 'FAILED' | 'SKIPPED';

export type ValuedPropertyType = 'FLAT' | 'HOUSE';

/** The family of a route in the usage report. */
export type UsageRouteType = 'search' | 'read' | 'analytics' | 'alerts' | 'geo' | 'account' | 'mcp' | 'other';
