"""The types of the API."""

# Written by `npm run generate` from openapi.json: change the routes, not this file.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

# A property with its publishers and listings.
PropertyResult = TypedDict("PropertyResult", {
    # The id of the property.
    "id": "str",
    # The consolidated view.
    "property": "Property",
    # The advertisers, each once.
    "publishers": "list[Publisher]",
    # The advertisements.
    "listings": "list[Listing]",
})

# The transaction offered.
PropertyTransaction = TypedDict("PropertyTransaction", {
    # For sale or to let.
    "type": "NotRequired[TransactionType]",
    # How far it has gone.
    "status": "NotRequired[TransactionStatus]",
    "saleType": "NotRequired[SaleType]",
    # The day the property becomes free.
    "availableAt": "NotRequired[str]",
})

# The text of the advertisement.
PropertyBody = TypedDict("PropertyBody", {
    # The title.
    "title": "NotRequired[str]",
    # The description.
    "description": "NotRequired[str]",
})

# One picture.
PropertyPicturesEntry = TypedDict("PropertyPicturesEntry", {
    # The address of the picture.
    "url": "str",
})

# The consolidated view of a property.
Property = TypedDict("Property", {
    # When the property was first seen.
    "createdAt": "str",
    # When its content last changed; a mere visit does not move it.
    "updatedAt": "str",
    # True when every listing is offline.
    "expired": "bool",
    # What kind of asset it is.
    "propertyType": "NotRequired[PropertyType]",
    # Old, new or being built.
    "constructionStatus": "NotRequired[ConstructionStatus]",
    # The transaction offered.
    "transaction": "NotRequired[PropertyTransaction]",
    # The areas.
    "area": "NotRequired[PropertyArea]",
    # The dwelling or premises itself.
    "unit": "NotRequired[PropertyUnit]",
    # The building the unit is in.
    "building": "NotRequired[PropertyBuilding]",
    # What the building or estate offers.
    "amenities": "NotRequired[PropertyAmenities]",
    # The text of the advertisement.
    "body": "NotRequired[PropertyBody]",
    # The price and what comes with it.
    "pricing": "NotRequired[PropertyPricing]",
    # The estimate of its price by the service, where it has one.
    "valuation": "NotRequired[PropertyValuation]",
    # Where the property is.
    "location": "NotRequired[PropertyLocation]",
    # The pictures, each once.
    "pictures": "list[PropertyPicturesEntry]",
    # What changed, the newest first.
    "changes": "list[PropertyChange]",
})

# The area measured under a law.
PropertyAreaIndoorLegal = TypedDict("PropertyAreaIndoorLegal", {
    # The legal area. In the unit of the indoor areas.
    "value": "NotRequired[float]",
    # The law it was measured under.
    "law": "NotRequired[LegalAreaLaw]",
})

# Areas under the roof of the unit.
PropertyAreaIndoor = TypedDict("PropertyAreaIndoor", {
    # The unit of the areas beside it.
    "unit": "NotRequired[AreaUnit]",
    # The area measured under a law.
    "legal": "NotRequired[PropertyAreaIndoorLegal]",
    # The living area. In `unit`.
    "living": "NotRequired[float]",
    # The total floor area, low ceilings and walls included. In `unit`.
    "total": "NotRequired[float]",
})

# Areas in the open that belong to the unit.
PropertyAreaOutdoor = TypedDict("PropertyAreaOutdoor", {
    # The unit of the areas beside it.
    "unit": "NotRequired[AreaUnit]",
    # The area of the terraces. In `unit`.
    "terrace": "NotRequired[float]",
    # The area of the balconies. In `unit`.
    "balcony": "NotRequired[float]",
    # The area of the private garden. In `unit`.
    "garden": "NotRequired[float]",
})

# Areas apart from the unit.
PropertyAreaAnnexes = TypedDict("PropertyAreaAnnexes", {
    # The unit of the areas beside it.
    "unit": "NotRequired[AreaUnit]",
    # The area of the basement or cellar. In `unit`.
    "basement": "NotRequired[float]",
    # The area of the parking spaces. In `unit`.
    "parking": "NotRequired[float]",
})

# The plot the property stands on.
PropertyAreaLand = TypedDict("PropertyAreaLand", {
    # The unit of the plot.
    "unit": "NotRequired[AreaUnit]",
    # The area of the plot. In `unit`.
    "value": "NotRequired[float]",
})

# The areas of a property.
PropertyArea = TypedDict("PropertyArea", {
    # The area a buyer compares by: the living area, else the total area. In `unit`.
    "displayed": "NotRequired[float]",
    # The unit of the areas beside it.
    "unit": "NotRequired[AreaUnit]",
    # Areas under the roof of the unit.
    "indoor": "NotRequired[PropertyAreaIndoor]",
    # Areas in the open that belong to the unit.
    "outdoor": "NotRequired[PropertyAreaOutdoor]",
    # Areas apart from the unit.
    "annexes": "NotRequired[PropertyAreaAnnexes]",
    # The plot the property stands on.
    "land": "NotRequired[PropertyAreaLand]",
})

# One space.
PropertyUnitParkingSpotsEntry = TypedDict("PropertyUnitParkingSpotsEntry", {
    # The kind of the space.
    "type": "NotRequired[ParkingType]",
    # Closed by walls and a door.
    "box": "NotRequired[bool]",
})

# The parking that comes with the unit.
PropertyUnitParking = TypedDict("PropertyUnitParking", {
    # Parking spaces in all.
    "total": "NotRequired[int]",
    # The spaces one by one, where the source lists them.
    "spots": "NotRequired[list[PropertyUnitParkingSpotsEntry]]",
})

# The energy of the unit.
PropertyUnitEnergy = TypedDict("PropertyUnitEnergy", {
    # How the unit is heated.
    "heating": "NotRequired[list[Heating]]",
})

# The dwelling or premises itself.
PropertyUnit = TypedDict("PropertyUnit", {
    # Main rooms: living rooms and bedrooms, not kitchen nor bathrooms.
    "rooms": "NotRequired[float]",
    # Bedrooms.
    "bedrooms": "NotRequired[float]",
    # Bathrooms; shower rooms are counted apart.
    "bathrooms": "NotRequired[float]",
    # Shower rooms.
    "showerRooms": "NotRequired[int]",
    # Toilets.
    "wc": "NotRequired[int]",
    # Living rooms.
    "livingRooms": "NotRequired[int]",
    # Kitchens.
    "kitchens": "NotRequired[int]",
    # The floor it is on; 0 is the ground floor, below it is negative.
    "floor": "NotRequired[int]",
    # On the last floor of the building.
    "lastFloor": "NotRequired[bool]",
    # On the ground floor.
    "groundFloor": "NotRequired[bool]",
    # On the garden level, with direct access to a garden.
    "gardenFloor": "NotRequired[bool]",
    # Offered furnished.
    "furnished": "NotRequired[bool]",
    # Accessible to disabled people.
    "disabledAccess": "NotRequired[bool]",
    # With an equipped kitchen.
    "equippedKitchen": "NotRequired[bool]",
    # With a fireplace.
    "fireplace": "NotRequired[bool]",
    # With air conditioning.
    "airConditioning": "NotRequired[bool]",
    # With double glazing.
    "doubleGlazing": "NotRequired[bool]",
    # With a wooden parquet floor.
    "parquet": "NotRequired[bool]",
    # With a balcony.
    "balcony": "NotRequired[bool]",
    # With a terrace.
    "terrace": "NotRequired[bool]",
    # With a private garden.
    "garden": "NotRequired[bool]",
    # With a dressing room.
    "dressing": "NotRequired[bool]",
    # Open on two opposite sides.
    "crossing": "NotRequired[bool]",
    # Described as quiet.
    "quiet": "NotRequired[bool]",
    # With a cellar.
    "cellar": "NotRequired[bool]",
    # With a basement.
    "basement": "NotRequired[bool]",
    # With a storage room.
    "storage": "NotRequired[bool]",
    # The directions it faces.
    "orientation": "NotRequired[list[Orientation]]",
    # The state of repair of the unit.
    "condition": "NotRequired[Condition]",
    # The parking that comes with the unit.
    "parking": "NotRequired[PropertyUnitParking]",
    # The energy diagnostic.
    "diagnostic": "NotRequired[Diagnostic]",
    # The energy of the unit.
    "energy": "NotRequired[PropertyUnitEnergy]",
})

# One score of the diagnostic.
DiagnosticScoresENERGY_CONSUMPTION = TypedDict("DiagnosticScoresENERGY_CONSUMPTION", {
    # The letter of the score, A the best.
    "rating": "NotRequired[ScoreRating]",
    # The value of the score. In `unit`.
    "value": "NotRequired[float]",
    # The unit of the score.
    "unit": "NotRequired[ScoreUnit]",
})

# One score of the diagnostic.
DiagnosticScoresCARBON_EMISSIONS = TypedDict("DiagnosticScoresCARBON_EMISSIONS", {
    # The letter of the score, A the best.
    "rating": "NotRequired[ScoreRating]",
    # The value of the score. In `unit`.
    "value": "NotRequired[float]",
    # The unit of the score.
    "unit": "NotRequired[ScoreUnit]",
})

# The scores, by what they measure.
DiagnosticScores = TypedDict("DiagnosticScores", {
    # One score of the diagnostic.
    "ENERGY_CONSUMPTION": "NotRequired[DiagnosticScoresENERGY_CONSUMPTION]",
    # One score of the diagnostic.
    "CARBON_EMISSIONS": "NotRequired[DiagnosticScoresCARBON_EMISSIONS]",
})

# The energy diagnostic of the unit.
Diagnostic = TypedDict("Diagnostic", {
    # The scheme of the diagnostic.
    "type": "NotRequired[DiagnosticType]",
    # The day the diagnostic was made.
    "date": "NotRequired[str]",
    # The edition of the rules; absent when the source did not state it.
    "standard": "NotRequired[DiagnosticStandard]",
    # The version of the calculation method.
    "methodVersion": "NotRequired[str]",
    # The number of the certificate at the registry.
    "reference": "NotRequired[str]",
    # The scores, by what they measure.
    "scores": "NotRequired[DiagnosticScores]",
})

# One heating installation.
Heating = TypedDict("Heating", {
    # The heating installation.
    "system": "NotRequired[HeatingSystem]",
    "energyCarrier": "NotRequired[EnergyCarrier]",
    # Whether the heating is shared by the building, not private to the unit.
    "collective": "NotRequired[bool]",
})

# The legal standing of the condominium.
PropertyBuildingLegalStatus = TypedDict("PropertyBuildingLegalStatus", {
    # The condominium is under legal proceedings.
    "underLegalProceedings": "NotRequired[bool]",
})

# The energy of the building.
PropertyBuildingEnergy = TypedDict("PropertyBuildingEnergy", {
    # How the building is heated.
    "heating": "NotRequired[list[Heating]]",
})

# The building the unit is in.
PropertyBuilding = TypedDict("PropertyBuilding", {
    # The year the building was built.
    "constructionYear": "NotRequired[int]",
    # The year the building was last renovated.
    "renovationYear": "NotRequired[int]",
    "constructionType": "NotRequired[ConstructionType]",
    # The state of repair of the building.
    "condition": "NotRequired[Condition]",
    # Floors above the ground floor.
    "floors": "NotRequired[int]",
    # Lots in the condominium.
    "numberOfLots": "NotRequired[int]",
    # The legal standing of the condominium.
    "legalStatus": "NotRequired[PropertyBuildingLegalStatus]",
    # The energy of the building.
    "energy": "NotRequired[PropertyBuildingEnergy]",
})

# Parking shared by the building.
PropertyAmenitiesParking = TypedDict("PropertyAmenitiesParking", {
    # The kind of the spaces.
    "type": "NotRequired[ParkingType]",
    # How many spaces there are.
    "spaces": "NotRequired[int]",
})

# What the building or estate offers.
PropertyAmenities = TypedDict("PropertyAmenities", {
    # Parking shared by the building.
    "parking": "NotRequired[PropertyAmenitiesParking]",
    # The building has a lift.
    "elevator": "NotRequired[bool]",
    # The building has an intercom.
    "intercom": "NotRequired[bool]",
    # The entrance opens by a code.
    "digicode": "NotRequired[bool]",
    # A caretaker looks after the building.
    "caretaker": "NotRequired[bool]",
    # There is a room for bicycles.
    "bikeRoom": "NotRequired[bool]",
    # The building is accessible to disabled people.
    "disabledAccess": "NotRequired[bool]",
    # There is a gym.
    "gym": "NotRequired[bool]",
    # There is a playground.
    "playground": "NotRequired[bool]",
    # There is a hall for parties.
    "partyHall": "NotRequired[bool]",
    # There is a sports court.
    "sportCourt": "NotRequired[bool]",
    # There is a games room for adults.
    "adultGameRoom": "NotRequired[bool]",
    # The property stands in a gated community.
    "gatedCommunity": "NotRequired[bool]",
    # There is a barbecue.
    "barbecueGrill": "NotRequired[bool]",
    # There is a swimming pool.
    "swimmingPool": "NotRequired[bool]",
    # The networks that reach it.
    "connectivity": "NotRequired[list[Connectivity]]",
})

# What the live, price-coherent adverts ask, when they differ.
PropertyPricingSpread = TypedDict("PropertyPricingSpread", {
    # The lowest price. In the currency of the displayed price.
    "lowest": "float",
    # The highest price. In the currency of the displayed price.
    "highest": "float",
    # How many adverts are compared.
    "adverts": "int",
})

# The fees of the agency.
PropertyPricingSaleFeesAgency = TypedDict("PropertyPricingSaleFeesAgency", {
    # The amount of the agency fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the agency fee.
    "currency": "NotRequired[Currency]",
    # The share of the agency fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the agency fee.
    "paidBy": "NotRequired[PaidBy]",
    # Whether the displayed price includes the agency fee.
    "includedInPrice": "NotRequired[bool]",
})

# The legal fees.
PropertyPricingSaleFeesLegal = TypedDict("PropertyPricingSaleFeesLegal", {
    # The nature of the legal fee.
    "type": "NotRequired[LegalFeeType]",
    # The amount of the legal fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the legal fee.
    "currency": "NotRequired[Currency]",
    # The share of the legal fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the legal fee.
    "paidBy": "NotRequired[PaidBy]",
})

# One line of the condominium fees.
PropertyPricingSaleFeesCondominiumBreakdownEntry = TypedDict("PropertyPricingSaleFeesCondominiumBreakdownEntry", {
    # What the line pays for.
    "type": "NotRequired[CondominiumLineType]",
    # The amount of the line. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the line.
    "currency": "NotRequired[Currency]",
    # How often the line falls due.
    "frequency": "NotRequired[Frequency]",
})

# What the condominium charges its owners.
PropertyPricingSaleFeesCondominium = TypedDict("PropertyPricingSaleFeesCondominium", {
    # All condominium fees of one period. In `currency`.
    "total": "NotRequired[float]",
    # The currency of the condominium fees.
    "currency": "NotRequired[Currency]",
    # How often the condominium fees fall due.
    "frequency": "NotRequired[Frequency]",
    # The lines, where the source gives them.
    "breakdown": "NotRequired[list[PropertyPricingSaleFeesCondominiumBreakdownEntry]]",
})

# The tax on owning the property.
PropertyPricingSaleFeesTaxesPropertyTax = TypedDict("PropertyPricingSaleFeesTaxesPropertyTax", {
    # The amount of the property tax. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the property tax.
    "currency": "NotRequired[Currency]",
    # How often the property tax falls due.
    "frequency": "NotRequired[Frequency]",
    # Who bears the property tax.
    "paidBy": "NotRequired[PaidBy]",
})

# The taxes of an owner.
PropertyPricingSaleFeesTaxes = TypedDict("PropertyPricingSaleFeesTaxes", {
    # The tax on owning the property.
    "propertyTax": "NotRequired[PropertyPricingSaleFeesTaxesPropertyTax]",
})

# What a sale costs beside the price.
PropertyPricingSaleFees = TypedDict("PropertyPricingSaleFees", {
    # The fees of the agency.
    "agency": "NotRequired[PropertyPricingSaleFeesAgency]",
    # The legal fees.
    "legal": "NotRequired[PropertyPricingSaleFeesLegal]",
    # What the condominium charges its owners.
    "condominium": "NotRequired[PropertyPricingSaleFeesCondominium]",
    # The taxes of an owner.
    "taxes": "NotRequired[PropertyPricingSaleFeesTaxes]",
})

# Present for a sale.
PropertyPricingSale = TypedDict("PropertyPricingSale", {
    # What the seller receives, agency fees left out. In the currency of the displayed price.
    "netPrice": "NotRequired[float]",
    # What a sale costs beside the price.
    "fees": "NotRequired[PropertyPricingSaleFees]",
})

# The rent.
PropertyPricingRentalRent = TypedDict("PropertyPricingRentalRent", {
    # The amount of the rent. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the rent.
    "currency": "NotRequired[Currency]",
    # How often the rent falls due.
    "frequency": "NotRequired[Frequency]",
    # Whether the rent includes the charges.
    "includesCharges": "NotRequired[bool]",
})

# One line of the charges.
PropertyPricingRentalFeesChargesDetailsEntry = TypedDict("PropertyPricingRentalFeesChargesDetailsEntry", {
    # What the line pays for.
    "type": "NotRequired[RentalChargeLineType]",
    # The amount of the line. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the line.
    "currency": "NotRequired[Currency]",
})

# The charges a tenant pays each period.
PropertyPricingRentalFeesCharges = TypedDict("PropertyPricingRentalFeesCharges", {
    # The amount of the rental charge. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the rental charge.
    "currency": "NotRequired[Currency]",
    # How often the rental charge falls due.
    "frequency": "NotRequired[Frequency]",
    # The lines, where the source gives them.
    "details": "NotRequired[list[PropertyPricingRentalFeesChargesDetailsEntry]]",
})

# What a tenant leaves against damage.
PropertyPricingRentalFeesDeposit = TypedDict("PropertyPricingRentalFeesDeposit", {
    # The amount of the deposit. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the deposit.
    "currency": "NotRequired[Currency]",
    # The deposit in months of rent.
    "months": "NotRequired[float]",
    # Who bears the deposit.
    "paidBy": "NotRequired[PaidBy]",
})

# The tax on living in the property.
PropertyPricingRentalFeesTaxesHousingTax = TypedDict("PropertyPricingRentalFeesTaxesHousingTax", {
    # The amount of the housing tax. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the housing tax.
    "currency": "NotRequired[Currency]",
    # How often the housing tax falls due.
    "frequency": "NotRequired[Frequency]",
    # Who bears the housing tax.
    "paidBy": "NotRequired[PaidBy]",
    # Whether the charges include the housing tax.
    "includedInCharges": "NotRequired[bool]",
})

# The taxes of a tenant.
PropertyPricingRentalFeesTaxes = TypedDict("PropertyPricingRentalFeesTaxes", {
    # The tax on living in the property.
    "housingTax": "NotRequired[PropertyPricingRentalFeesTaxesHousingTax]",
})

# The fees of the inventory of fixtures.
PropertyPricingRentalFeesInventory = TypedDict("PropertyPricingRentalFeesInventory", {
    # The amount of the inventory fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the inventory fee.
    "currency": "NotRequired[Currency]",
    # The share of the inventory fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the inventory fee.
    "paidBy": "NotRequired[PaidBy]",
})

# The fees of the agency.
PropertyPricingRentalFeesAgency = TypedDict("PropertyPricingRentalFeesAgency", {
    # The amount of the agency fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the agency fee.
    "currency": "NotRequired[Currency]",
    # The share of the agency fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the agency fee.
    "paidBy": "NotRequired[PaidBy]",
})

# What a tenancy costs beside the rent.
PropertyPricingRentalFees = TypedDict("PropertyPricingRentalFees", {
    # The charges a tenant pays each period.
    "charges": "NotRequired[PropertyPricingRentalFeesCharges]",
    # What a tenant leaves against damage.
    "deposit": "NotRequired[PropertyPricingRentalFeesDeposit]",
    # The taxes of a tenant.
    "taxes": "NotRequired[PropertyPricingRentalFeesTaxes]",
    # The fees of the inventory of fixtures.
    "inventory": "NotRequired[PropertyPricingRentalFeesInventory]",
    # The fees of the agency.
    "agency": "NotRequired[PropertyPricingRentalFeesAgency]",
})

# Present for a rental.
PropertyPricingRental = TypedDict("PropertyPricingRental", {
    # The rent.
    "rent": "NotRequired[PropertyPricingRentalRent]",
    # What a tenancy costs beside the rent.
    "fees": "NotRequired[PropertyPricingRentalFees]",
})

# The price and what comes with it.
PropertyPricing = TypedDict("PropertyPricing", {
    # The price as advertised: of the sale, or the rent of one period. In `currency`.
    "displayed": "NotRequired[float]",
    # The currency of the displayed price.
    "currency": "NotRequired[Currency]",
    # The displayed price divided by the displayed area in square metres. In currency per square metre.
    "pricePerArea": "NotRequired[float]",
    # What the live, price-coherent adverts ask, when they differ.
    "spread": "NotRequired[PropertyPricingSpread]",
    # From the lowest to the highest price of the spread. In per cent.
    "spreadPercent": "NotRequired[float]",
    # Present for a sale.
    "sale": "NotRequired[PropertyPricingSale]",
    # Present for a rental.
    "rental": "NotRequired[PropertyPricingRental]",
})

# What the service estimates the asked price to be.
PropertyValuation = TypedDict("PropertyValuation", {
    # The estimate of the displayed price.
    "value": "NotRequired[float]",
    # Four of five prices lie above this.
    "low": "NotRequired[float]",
    # The upper end of the same interval.
    "high": "NotRequired[float]",
    # The class of confidence, A to D, by the error to expect.
    "confidence": "NotRequired[ValuationConfidence]",
    # The displayed price against the estimate; a price below it is negative. In per cent.
    "deviationPercent": "NotRequired[float]",
    # When the estimate last changed.
    "valuedAt": "NotRequired[str]",
})

# Where the property is.
PropertyLocation = TypedDict("PropertyLocation", {
    # The position, as a GeoJSON point.
    "geometry": "NotRequired[Point]",
    # How finely the position is known.
    "accuracy": "NotRequired[LocationAccuracy]",
    # The address as the sources give it.
    "address": "NotRequired[str]",
    # ISO 3166-1 alpha-2 code of the country.
    "countryCode": "NotRequired[str]",
    # The municipality.
    "city": "NotRequired[AdministrativeDivision]",
    # The municipal district, in a city that has them.
    "district": "NotRequired[AdministrativeDivision]",
    # The neighbourhood.
    "neighborhood": "NotRequired[AdministrativeDivision]",
    # The part of the neighbourhood.
    "subNeighborhood": "NotRequired[AdministrativeDivision]",
    # Town and postal code as stated, where no division is known for them.
    "stated": "NotRequired[StatedPlace]",
})

# A place of the administrative tree.
AdministrativeDivision = TypedDict("AdministrativeDivision", {
    # The path of the division in this API.
    "iri": "str",
    # The id of the division.
    "id": "str",
    # Its name.
    "name": "str",
    # Its level.
    "type": "DivisionType",
    # Its official code, as the criteria tree takes it.
    "uniqueCode": "NotRequired[str]",
    # The postal codes it holds.
    "postalCodes": "NotRequired[list[str]]",
})

# A place in the words of its source.
StatedPlace = TypedDict("StatedPlace", {
    # The town as the source writes it.
    "city": "NotRequired[str]",
    # The postal code as the source writes it.
    "postalCode": "NotRequired[str]",
})

# One recorded change of a property.
PropertyChange = TypedDict("PropertyChange", {
    # What changed.
    "attribute": "ChangeAttribute",
    # When the change was seen.
    "occurredAt": "str",
    # The listing that brought it.
    "listingId": "NotRequired[str]",
    # The revision of the property it belongs to.
    "revisionId": "NotRequired[str]",
    # The change relative to the old value; a drop is negative. In per cent.
    "variationPercent": "NotRequired[float]",
    # The old value, when it is a number.
    "numericOld": "NotRequired[float]",
    # The new value, when it is a number.
    "numericNew": "NotRequired[float]",
})

# How to reach it about the property.
PublisherContact = TypedDict("PublisherContact", {
    # Its e-mail address.
    "email": "NotRequired[str]",
    # Its telephone number.
    "phone": "NotRequired[str]",
    # Its page at the source.
    "profileUrl": "NotRequired[str]",
})

# An advertiser of the property.
Publisher = TypedDict("Publisher", {
    # The id of the publisher.
    "id": "str",
    # What kind of advertiser it is.
    "publisherType": "NotRequired[PublisherType]",
    # The name of the agency.
    "agencyName": "NotRequired[str]",
    # The number of its professional card.
    "professionalCardNumber": "NotRequired[str]",
    # Its website.
    "website": "NotRequired[str]",
    # The terms it offers the property on.
    "mandate": "NotRequired[Mandate]",
    # The publisher's own reference of the property.
    "reference": "NotRequired[str]",
    # How to reach it about the property.
    "contact": "NotRequired[PublisherContact]",
})

# The source it was seen at; absent when the source is protected.
ListingSource = TypedDict("ListingSource", {
    # The path of the source in this API.
    "iri": "NotRequired[str]",
    # The id of the source, under its older name.
    "uuid": "NotRequired[str]",
    # The id of the source.
    "id": "NotRequired[str]",
    # The short name of the source.
    "slug": "str",
})

# The entry of `publishers` that advertises it.
ListingPublisher = TypedDict("ListingPublisher", {
    # The id of the publisher.
    "id": "str",
})

# A price it showed.
ListingPriceHistoryEntry = TypedDict("ListingPriceHistoryEntry", {
    # The price. In `currency`.
    "price": "float",
    # The currency of the price.
    "currency": "NotRequired[Currency]",
    # The first visit that found it.
    "since": "str",
})

# How the source promotes it.
ListingMarketing = TypedDict("ListingMarketing", {
    # How many visitors of the source keep it as a favourite.
    "favorites": "NotRequired[int]",
    # Marked as urgent.
    "urgent": "NotRequired[bool]",
    # Pushed up in the results of the source.
    "boosted": "NotRequired[bool]",
    # Shown larger or in colour.
    "highlighted": "NotRequired[bool]",
})

# One advertisement of the property at one source.
Listing = TypedDict("Listing", {
    # The id of the listing.
    "id": "str",
    # The address of the advertisement; absent when the source is protected.
    "url": "NotRequired[str]",
    # The source it was seen at; absent when the source is protected.
    "source": "NotRequired[ListingSource]",
    # The entry of `publishers` that advertises it.
    "publisher": "NotRequired[ListingPublisher]",
    # When the source published it, as the source says.
    "publishedAt": "NotRequired[str]",
    # When it went offline; absent while it is live.
    "expiredAt": "NotRequired[str]",
    # When it was last visited.
    "lastSeenAt": "str",
    # When it was first seen.
    "createdAt": "str",
    # When its content last changed.
    "updatedAt": "str",
    # What kind of asset it is. Present only when it differs from `property.propertyType`.
    "propertyType": "NotRequired[PropertyType]",
    # For sale or to let. Present only when it differs from `property.transaction.type`.
    "transactionType": "NotRequired[TransactionType]",
    # How far it has gone. Present only when it differs from `property.transaction.status`.
    "transactionStatus": "NotRequired[TransactionStatus]",
    # The area a buyer compares by: the living area, else the total area. Present only when it differs from `property.area.displayed`. In `unit`.
    "area": "NotRequired[float]",
    # Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. Present only when it differs from `property.unit.rooms`.
    "rooms": "NotRequired[float]",
    # Bedrooms. Present only when it differs from `property.unit.bedrooms`.
    "bedrooms": "NotRequired[float]",
    # Bathrooms; shower rooms are counted apart. Present only when it differs from `property.unit.bathrooms`.
    "bathrooms": "NotRequired[float]",
    # Shower rooms. Present only when it differs from `property.unit.showerRooms`.
    "showerRooms": "NotRequired[int]",
    # Toilets. Present only when it differs from `property.unit.wc`.
    "wc": "NotRequired[int]",
    # Living rooms. Present only when it differs from `property.unit.livingRooms`.
    "livingRooms": "NotRequired[int]",
    # Kitchens. Present only when it differs from `property.unit.kitchens`.
    "kitchens": "NotRequired[int]",
    # The floor it is on; 0 is the ground floor, below it is negative. Present only when it differs from `property.unit.floor`.
    "floor": "NotRequired[int]",
    # On the last floor of the building. Present only when it differs from `property.unit.lastFloor`.
    "lastFloor": "NotRequired[bool]",
    # On the ground floor. Present only when it differs from `property.unit.groundFloor`.
    "groundFloor": "NotRequired[bool]",
    # On the garden level, with direct access to a garden. Present only when it differs from `property.unit.gardenFloor`.
    "gardenFloor": "NotRequired[bool]",
    # Offered furnished. Present only when it differs from `property.unit.furnished`.
    "furnished": "NotRequired[bool]",
    # Accessible to disabled people. Present only when it differs from `property.unit.disabledAccess`.
    "disabledAccess": "NotRequired[bool]",
    # With an equipped kitchen. Present only when it differs from `property.unit.equippedKitchen`.
    "equippedKitchen": "NotRequired[bool]",
    # With a fireplace. Present only when it differs from `property.unit.fireplace`.
    "fireplace": "NotRequired[bool]",
    # With air conditioning. Present only when it differs from `property.unit.airConditioning`.
    "airConditioning": "NotRequired[bool]",
    # With double glazing. Present only when it differs from `property.unit.doubleGlazing`.
    "doubleGlazing": "NotRequired[bool]",
    # With a wooden parquet floor. Present only when it differs from `property.unit.parquet`.
    "parquet": "NotRequired[bool]",
    # With a balcony. Present only when it differs from `property.unit.balcony`.
    "balcony": "NotRequired[bool]",
    # With a terrace. Present only when it differs from `property.unit.terrace`.
    "terrace": "NotRequired[bool]",
    # With a private garden. Present only when it differs from `property.unit.garden`.
    "garden": "NotRequired[bool]",
    # With a dressing room. Present only when it differs from `property.unit.dressing`.
    "dressing": "NotRequired[bool]",
    # Open on two opposite sides. Present only when it differs from `property.unit.crossing`.
    "crossing": "NotRequired[bool]",
    # Described as quiet. Present only when it differs from `property.unit.quiet`.
    "quiet": "NotRequired[bool]",
    # With a cellar. Present only when it differs from `property.unit.cellar`.
    "cellar": "NotRequired[bool]",
    # With a basement. Present only when it differs from `property.unit.basement`.
    "basement": "NotRequired[bool]",
    # With a storage room. Present only when it differs from `property.unit.storage`.
    "storage": "NotRequired[bool]",
    # The state of repair of the unit. Present only when it differs from `property.unit.condition`.
    "condition": "NotRequired[Condition]",
    # The title. Present only when it differs from `property.body.title`.
    "title": "NotRequired[str]",
    # The description. Present only when it differs from `property.body.description`.
    "description": "NotRequired[str]",
    # The price as advertised: of the sale, or the rent of one period. Present only when it differs from `property.pricing.displayed`. In `currency`.
    "displayedPrice": "NotRequired[float]",
    # The prices it showed, the oldest first, at most the 20 newest; absent while it never changed its price.
    "priceHistory": "NotRequired[list[ListingPriceHistoryEntry]]",
    # Whether its price per area agrees with the local market; absent when that is unknown.
    "priceCoherent": "NotRequired[bool]",
    # How the source promotes it.
    "marketing": "NotRequired[ListingMarketing]",
})

# A GeoJSON point.
Point = TypedDict("Point", {
    "type": "Literal[\"Point\"]",
    # Longitude, then latitude, in degrees (WGS 84).
    "coordinates": "list[float]",
})

# The alert that matched.
WebhookPayloadAlert = TypedDict("WebhookPayloadAlert", {
    "id": "str",
    "name": "str",
})

# The listing of `data` that raised the event.
WebhookPayloadListing1 = TypedDict("WebhookPayloadListing1", {
    "id": "str",
})

# An event of an alert, with the property as it is at the time of sending.
WebhookPayload = TypedDict("WebhookPayload", {
    "eventType": "AlertEventType",
    # The same id may arrive more than once.
    "eventId": "str",
    # The alert that matched.
    "alert": "WebhookPayloadAlert",
    # Null when no single listing raised it.
    "listing": "Union[WebhookPayloadListing1, None]",
    # As `GET /properties/{id}` answers in flat JSON.
    "data": "PropertyResult",
})

ProblemViolationsEntry = TypedDict("ProblemViolationsEntry", {
    # Where the fault is, such as `criteria.and[1].property.unit.rooms.gte`.
    "propertyPath": "str",
    "message": "str",
    # A word a program may rely on.
    "code": "str",
})

# A problem as of RFC 9457.
Problem = TypedDict("Problem", {
    # A stable reference; the service answers it with a page for people.
    "type": "str",
    "title": "str",
    "status": "int",
    "detail": "str",
    # The request id, also sent as X-Request-Id.
    "instance": "str",
    # All faults of the request at once.
    "violations": "NotRequired[list[ProblemViolationsEntry]]",
})

PropertyFacetsTypesEntry = TypedDict("PropertyFacetsTypesEntry", {
    "value": "str",
    "count": "int",
})

PropertyFacetsTransactionsEntry = TypedDict("PropertyFacetsTransactionsEntry", {
    "value": "str",
    "count": "int",
})

PropertyFacetsPricesEntry = TypedDict("PropertyFacetsPricesEntry", {
    # Included; null: no lower bound.
    "from": "Union[float, None]",
    # Excluded; null: no upper bound.
    "to": "Union[float, None]",
    "count": "int",
})

PropertyFacetsDivisionsEntry = TypedDict("PropertyFacetsDivisionsEntry", {
    "uniqueCode": "str",
    # Null when it is not known.
    "name": "Union[str, None]",
    "count": "int",
})

# How many properties match, by type, transaction, price band and division.
PropertyFacets = TypedDict("PropertyFacets", {
    # Of the question: the same question has the same id.
    "id": "str",
    # Matching properties, counted exactly.
    "totalItems": "int",
    # By property type, the most frequent first.
    "types": "list[PropertyFacetsTypesEntry]",
    # By transaction.
    "transactions": "list[PropertyFacetsTransactionsEntry]",
    # By band of the displayed price; empty bands are left out.
    "prices": "list[PropertyFacetsPricesEntry]",
    # By division of the type asked for: the 100 with the most properties.
    "divisions": "list[PropertyFacetsDivisionsEntry]",
})

# GeoJSON: the mean longitude and latitude of its properties.
PropertyClustersClustersEntryPoint = TypedDict("PropertyClustersClustersEntryPoint", {
    "type": "Literal[\"Point\"]",
    "coordinates": "list[float]",
})

PropertyClustersClustersEntry = TypedDict("PropertyClustersClustersEntry", {
    # The id of the property when there is one; otherwise of the cell, the same in every viewport.
    "id": "str",
    # GeoJSON: the mean longitude and latitude of its properties.
    "point": "PropertyClustersClustersEntryPoint",
    # The lowest displayed price of its properties; null when none is known.
    "price": "Union[float, None]",
    "count": "int",
})

# Properties on a map, grouped by cells of about 64 pixels.
PropertyClusters = TypedDict("PropertyClusters", {
    # Of the question: the same question has the same id.
    "id": "str",
    # Matching properties in the viewport, counted exactly: the sum over all clusters.
    "totalItems": "int",
    # The zoom of the cells: lower than asked for in a large viewport.
    "zoom": "int",
    "clusters": "list[PropertyClustersClustersEntry]",
})

# Why a property meets criteria, or does not.
CriteriaExplanation = TypedDict("CriteriaExplanation", {
    # The id of the property.
    "id": "str",
    # Whether a search with these criteria finds the property.
    "matches": "bool",
    "tree": "ExplainedNode",
    # What criteria are taken to ask where they say nothing.
    "masks": "list[ExplainedFilter]",
})

ParsedSentenceUnderstoodEntry = TypedDict("ParsedSentenceUnderstoodEntry", {
    # The part of the text.
    "text": "str",
    # Where it begins, in UTF-16 code units.
    "start": "int",
    # Where it ends; excluded.
    "end": "int",
    # The filter it became.
    "path": "str",
})

ParsedSentenceIgnoredEntry = TypedDict("ParsedSentenceIgnoredEntry", {
    # The part of the text.
    "text": "str",
    # Where it begins, in UTF-16 code units.
    "start": "int",
    # Where it ends; excluded.
    "end": "int",
})

# What a sentence asks for, as criteria.
ParsedSentence = TypedDict("ParsedSentence", {
    "criteria": "Criteria",
    # The parts that are in the criteria, in order; once for each filter.
    "understood": "list[ParsedSentenceUnderstoodEntry]",
    # The parts that are not in the criteria.
    "ignored": "list[ParsedSentenceIgnoredEntry]",
})

# The property that a listing belongs to.
PropertyLookup = TypedDict("PropertyLookup", {
    # The id of the property.
    "id": "str",
    # The path of the property in this API.
    "property": "str",
})

AddressResolutionAddress1 = TypedDict("AddressResolutionAddress1", {
    # The whole address in one line.
    "label": "str",
    # Null where the registry knows the street only.
    "houseNumber": "Union[str, None]",
    "street": "str",
    # Postal code.
    "postcode": "Union[str, None]",
    # Code of the commune or arrondissement.
    "cityCode": "Union[str, None]",
    # Name of the city.
    "city": "Union[str, None]",
    "country": "str",
    # Degrees.
    "latitude": "Union[float, None]",
    # Degrees.
    "longitude": "Union[float, None]",
})

# Where a property is.
AddressResolution = TypedDict("AddressResolution", {
    # EXACT and HIGH: show as the address. MEDIUM and LOW: a probable address. NONE: nothing found.
    "confidence": "AddressConfidence",
    # What found it.
    "method": "Union[AddressMethod, None]",
    # Null when nothing was found.
    "address": "Union[AddressResolutionAddress1, None]",
    # The certificate of the home, when it is known to be its own.
    "energyCertificateNumber": "Union[str, None]",
    # The version of the logic; an answer may change between versions.
    "algorithmVersion": "int",
})

SalesNearbySalesEntry = TypedDict("SalesNearbySalesEntry", {
    "transactionId": "str",
    "dateMutation": "str",
    "propertyType": "PropertyType",
    # The price.
    "priceCents": "Union[int, None]",
    # For homes.
    "pricePerSqmCents": "Union[int, None]",
    # Living area.
    "livingAreaSqm": "Union[float, None]",
    "distanceMetres": "int",
})

# What was sold around a property.
SalesNearby = TypedDict("SalesNearby", {
    "id": "str",
    # Metres.
    "radius": "int",
    "from": "str",
    "to": "str",
    # The type asked for.
    "propertyType": "Union[PropertyType, None]",
    # Sales within the radius and the period, up to 5,000.
    "count": "int",
    # Half of the homes sold cost less by the square metre.
    "medianPricePerSqmCents": "Union[int, None]",
    # The nearest 30.
    "sales": "list[SalesNearbySalesEntry]",
})

LifelineEventsEntry = TypedDict("LifelineEventsEntry", {
    "kind": "LifelineEventKind",
    "occurredAt": "str",
    # The listing that showed it.
    "listingId": "Union[str, None]",
    # Before a change of price.
    "oldPrice": "Union[float, None]",
    # After it, or the price of the sale.
    "newPrice": "Union[float, None]",
    # A drop is negative.
    "variationPercent": "Union[float, None]",
    # The recorded sale.
    "transactionId": "Union[str, None]",
})

LifelineSale1 = TypedDict("LifelineSale1", {
    "transactionId": "str",
    "dateMutation": "str",
    # The price.
    "priceCents": "Union[int, None]",
    # The chance that it is this one.
    "confidence": "float",
    "distanceMetres": "int",
})

# What became of a property.
Lifeline = TypedDict("Lifeline", {
    "id": "str",
    # Oldest first.
    "events": "list[LifelineEventsEntry]",
    # The recorded sale that probably ended it; null when none stands out.
    "sale": "Union[LifelineSale1, None]",
})

# Properties written, and to be written as counted at the start.
ExportProgress = TypedDict("ExportProgress", {
    "rows": "int",
    "total": "Union[int, None]",
})

# A file of properties, made in the background.
Export = TypedDict("Export", {
    "id": "str",
    "status": "ExportStatus",
    "format": "ExportFormat",
    # What to export, as in a search. Null: every property, on the market or not.
    "criteria": "Union[Criteria, None]",
    # A cursor of the change stream: only what changed since. What is gone or no longer matches is a line `{"id", "removed": true}`.
    "since": "Union[str, None]",
    # Properties written, and to be written as counted at the start.
    "progress": "ExportProgress",
    # The size of the file, once it is ready.
    "bytes": "int",
    "cursor": "Union[str, None]",
    "link": "Union[str, None]",
    "error": "Union[str, None]",
    "createdAt": "str",
    "finishedAt": "Union[str, None]",
    "expiresAt": "str",
})

# An advertiser of the property.
PublisherProfile = TypedDict("PublisherProfile", {
    # The id of the publisher.
    "id": "str",
    # What kind of advertiser it is.
    "publisherType": "NotRequired[PublisherType]",
    # The name of the agency.
    "agencyName": "NotRequired[str]",
    # The number of its professional card.
    "professionalCardNumber": "NotRequired[str]",
    # Its website.
    "website": "NotRequired[str]",
})

AutocompleteItemMetadata = TypedDict("AutocompleteItemMetadata", {
    # How far below the country: 0 for a country itself.
    "depth": "int",
    # People; null when not known.
    "population": "Union[int, None]",
    "postalCodes": "list[str]",
    # Its official code, as the criteria tree takes it.
    "uniqueCode": "str",
})

# A place that answers to what was typed.
AutocompleteItem = TypedDict("AutocompleteItem", {
    # The id of the administrative division.
    "id": "str",
    "name": "str",
    "locationType": "DivisionType",
    # The next wider division; null for a country.
    "parentName": "Union[str, None]",
    # The region it lies in; null where there is none.
    "regionName": "Union[str, None]",
    "countryCode": "str",
    # Its postal code; of several the one asked for, else the first.
    "postalCode": "Union[str, None]",
    # Its middle, or that of the places around it; null when not known.
    "centroid": "Union[Point, None]",
    "metadata": "AutocompleteItemMetadata",
})

DivisionGeometryGeometry1 = TypedDict("DivisionGeometryGeometry1", {
    "type": "Literal[\"Polygon\"]",
    "coordinates": "list[list[list[float]]]",
})

DivisionGeometryGeometry2 = TypedDict("DivisionGeometryGeometry2", {
    "type": "Literal[\"MultiPolygon\"]",
    "coordinates": "list[list[list[list[float]]]]",
})

DivisionGeometryProperties = TypedDict("DivisionGeometryProperties", {
    "name": "str",
    "locationType": "DivisionType",
    "uniqueCode": "str",
})

# The contour of an administrative division, as a GeoJSON feature.
DivisionGeometry = TypedDict("DivisionGeometry", {
    "type": "Literal[\"Feature\"]",
    # The id of the administrative division.
    "id": "str",
    # GeoJSON, in longitude and latitude.
    "geometry": "Union[DivisionGeometryGeometry1, DivisionGeometryGeometry2]",
    "properties": "DivisionGeometryProperties",
})

# A place where listings are advertised.
Source = TypedDict("Source", {
    "id": "str",
    # What people call the source.
    "name": "str",
    # Its internet domain; null when unknown.
    "domain": "Union[str, None]",
    # Its short name in listing references and filters.
    "slug": "str",
})

# A kind of source, such as portal or agency.
SourceCategory = TypedDict("SourceCategory", {
    "id": "str",
    "name": "str",
})

# A property that the account keeps at hand.
FavoriteProperty = TypedDict("FavoriteProperty", {
    "id": "str",
    # The property that is kept.
    "propertyId": "str",
})

# Signed per cent: a drop of at least 5 per cent is `{"lte": -5}`.
AlertNotificationConfigRulesEntryVariationPercentEntry = TypedDict("AlertNotificationConfigRulesEntryVariationPercentEntry", {
    "gte": "NotRequired[float]",
    "lte": "NotRequired[float]",
})

# What the alert notifies. One rule per event type.
AlertNotificationConfigRulesEntry = TypedDict("AlertNotificationConfigRulesEntry", {
    "eventType": "AlertEventType",
    # Whether an alert notifies once a property or once a listing. Default: `PROPERTY`.
    "scope": "NotRequired[AlertScope]",
    # PRICE_CHANGE only. Any of the ranges may hold; without it every change will do.
    "variationPercent": "NotRequired[list[AlertNotificationConfigRulesEntryVariationPercentEntry]]",
})

# One NEW_MATCH rule by default.
AlertNotificationConfig = TypedDict("AlertNotificationConfig", {
    "rules": "list[AlertNotificationConfigRulesEntry]",
})

# INSTANT: events of these hours are sent when they end.
AlertDeliveryQuietHours = TypedDict("AlertDeliveryQuietHours", {
    # Local time.
    "from": "str",
    # Local time; may be on the next day.
    "to": "str",
})

# When it notifies; at once when null.
AlertDelivery = TypedDict("AlertDelivery", {
    "mode": "AlertDeliveryMode",
    # The local time of the digest; 08:00 by default.
    "at": "NotRequired[str]",
    # An IANA time zone; Europe/Paris by default.
    "timezone": "NotRequired[str]",
    # INSTANT: the events of a local day that are sent at once. The others are in the next digest.
    "maxPerDay": "NotRequired[int]",
    # INSTANT: events of these hours are sent when they end.
    "quietHours": "NotRequired[AlertDeliveryQuietHours]",
    # The language of mails; English by default.
    "language": "NotRequired[Language]",
})

AlertFirstDays1 = TypedDict("AlertFirstDays1", {
    # Homes still to be reported, counted up to 10,000; null until they are counted.
    "remaining": "Union[int, None]",
    # When the last of them is reported at the latest.
    "until": "str",
})

# A stored search that notifies.
Alert = TypedDict("Alert", {
    "id": "str",
    # What people call it.
    "name": "str",
    # A disabled alert notifies nobody. Default: `true`.
    "enabled": "bool",
    # Why the service disabled it: NO_DESTINATION when its destination was deleted and the account has no default. Null otherwise.
    "disabledReason": "Union[AlertDisabledReason, None]",
    # What is watched for; null watches every property.
    "criteria": "Union[Criteria, None]",
    # One NEW_MATCH rule by default.
    "notificationConfig": "AlertNotificationConfig",
    # When it notifies; at once when null.
    "delivery": "NotRequired[AlertDelivery]",
    # Only in the answer that creates the account's first webhook destination.
    "signingKey": "NotRequired[str]",
    # The first 8 hexadecimal characters of the SHA-256 of the signing key; null while the account has none.
    "signingKeyHint": "Union[str, None]",
    # How far it is with the homes that were on the market when it was saved or widened, which are reported over three days; null once all are.
    "firstDays": "Union[AlertFirstDays1, None]",
    # When it was created.
    "createdAt": "str",
    # When it was last changed.
    "updatedAt": "str",
    # Where it sends: the webhook URL, or `mailto:` and the email; null when it uses the default of the account.
    "eventDestination": "Union[str, None]",
})

ForecastPerDay = TypedDict("ForecastPerDay", {
    "average": "float",
    # Fewer on one day in ten.
    "low": "int",
    # More on one day in ten.
    "high": "int",
})

ForecastPerHour = TypedDict("ForecastPerHour", {
    "average": "float",
    # Fewer on one hour in ten.
    "low": "int",
    # More on one hour in ten.
    "high": "int",
})

# How often an alert with these criteria would notify.
Forecast = TypedDict("Forecast", {
    "windowDays": "int",
    # Matching properties that arrived in the window.
    "total": "int",
    "perDay": "ForecastPerDay",
    "perHour": "ForecastPerHour",
})

AlertRehearsalCounts = TypedDict("AlertRehearsalCounts", {
    "NEW_MATCH": "int",
    "PRICE_CHANGE": "int",
    "OTHER_CHANGE": "int",
    "EXPIRED": "int",
    "REACTIVATED": "int",
})

AlertRehearsalSamplesEntryListing1 = TypedDict("AlertRehearsalSamplesEntryListing1", {
    "id": "str",
})

# What a notification would have said.
AlertRehearsalSamplesEntry = TypedDict("AlertRehearsalSamplesEntry", {
    "eventType": "AlertEventType",
    "occurredAt": "str",
    "listing": "Union[AlertRehearsalSamplesEntryListing1, None]",
    "data": "PropertyResult",
})

# What an alert would have notified in the last days.
AlertRehearsal = TypedDict("AlertRehearsal", {
    # The id of the alert.
    "id": "str",
    "days": "int",
    # Changes of properties that this answer looked at.
    "changes": "int",
    # Changes of properties recorded in these days.
    "totalChanges": "int",
    # False when there is more to look at: see `cursor`.
    "complete": "bool",
    # Send it with the next call to continue, and add up the counts of both answers.
    "cursor": "Union[str, None]",
    # Homes that appeared in these days and match today: the figure of the forecast. Part of `counts.NEW_MATCH` of the first answer; 0 in those that continue it, and for rules about listings.
    "arrivals": "int",
    "counts": "AlertRehearsalCounts",
    "samples": "list[AlertRehearsalSamplesEntry]",
})

# An event that an alert notified.
AlertEvent = TypedDict("AlertEvent", {
    "id": "str",
    # The path of the alert.
    "alert": "str",
    # The path of the property.
    "property": "str",
    "eventType": "AlertEventType",
    "scope": "AlertScope",
    # When its destination took it; null until then.
    "notifiedAt": "Union[str, None]",
    # When it was recorded.
    "createdAt": "str",
    # When it was last changed: recorded, or delivered.
    "updatedAt": "str",
})

# Where notifications go.
EventDestination = TypedDict("EventDestination", {
    "id": "str",
    "destinationType": "DestinationType",
    # Where webhooks are sent; null for EMAIL.
    "url": "Union[str, None]",
    # Where mails are sent; null for WEBHOOK.
    "email": "Union[str, None]",
    # Whether alerts without a destination of their own use it.
    "isDefault": "bool",
    # SUSPENDED after 5 failures in a row, until a probe or a person brings it back. An EMAIL is SUSPENDED until its owner confirms it by the mailed link. What comes meanwhile is held.
    "status": "DestinationStatus",
    # Why it is SUSPENDED: UNCONFIRMED, the owner of the mailbox has not followed the mailed link; UNSUBSCRIBED, the owner asked for no more; FAILING, 5 failures in a row. Null while it is ACTIVE.
    "suspensionReason": "Union[SuspensionReason, None]",
    # Signs all the account's webhooks. Only in the answer that creates the account's first webhook destination.
    "signingKey": "NotRequired[str]",
})

# The delivery of one event to one destination.
EventNotification = TypedDict("EventNotification", {
    "id": "str",
    "event": "Union[str, None]",
    "alert": "Union[str, None]",
    "property": "Union[str, None]",
    # What happened.
    "eventType": "AlertEventType",
    "channel": "DestinationType",
    "destinationAddress": "Union[str, None]",
    "status": "NotificationStatus",
    # Attempts begun; 0 before the first.
    "attemptNumber": "int",
    "deliveredAt": "Union[str, None]",
    "lastErrorMessage": "Union[str, None]",
    # When the event was recorded.
    "createdAt": "str",
    # When anything of this last changed.
    "updatedAt": "str",
})

# What was sent once, and what came back.
DeliveryAttempt = TypedDict("DeliveryAttempt", {
    "id": "str",
    "attemptNumber": "int",
    "startedAt": "str",
    # Until the whole reply had come.
    "tookMs": "Union[int, None]",
    # FAILED by the doing of the receiver; LOST by that of this service, which counts for nothing.
    "outcome": "DeliveryOutcome",
    # Made to see whether a suspended destination answers again.
    "probe": "bool",
    # As sent.
    "requestHeaders": "Union[dict[str, Any], None]",
    # As sent; kept for 30 days.
    "requestBody": "Union[str, None]",
    # The status of the reply.
    "replyStatus": "Union[int, None]",
    # Of the reply.
    "replyHeaders": "Union[dict[str, Any], None]",
    # Its first 4 KiB; kept for 30 days.
    "replyBody": "Union[str, None]",
    # Why it failed.
    "error": "Union[str, None]",
})

# What a replay of a range has begun.
EventReplay = TypedDict("EventReplay", {
    "id": "str",
    # How many are sent again.
    "notifications": "int",
})

TransactionSearchMeta = TypedDict("TransactionSearchMeta", {
    # Transactions on this page.
    "count": "int",
    # Send it back as `page.cursor`; null at the end. A page may be short before the end.
    "nextCursor": "Union[str, None]",
})

# A page of transactions, newest first.
TransactionSearch = TypedDict("TransactionSearch", {
    "data": "list[Transaction]",
    "meta": "TransactionSearchMeta",
})

TransactionPrice = TypedDict("TransactionPrice", {
    # The price of the whole sale; null when the source does not give it.
    "amountCents": "Union[int, None]",
    "currency": "str",
    # For homes: the price by living area.
    "pricePerSqmCents": "Union[int, None]",
})

TransactionAreas = TypedDict("TransactionAreas", {
    # The homes sold, together.
    "livingAreaSqm": "Union[float, None]",
    # The land sold, together.
    "landAreaSqm": "Union[float, None]",
    # Main rooms of the homes sold, together.
    "roomsCount": "Union[int, None]",
})

TransactionLocationGeoPoint1 = TypedDict("TransactionLocationGeoPoint1", {
    "lon": "float",
    "lat": "float",
})

TransactionLocation = TypedDict("TransactionLocation", {
    # The municipality.
    "cityId": "Union[str, None]",
    # The municipal district, in a city that has them.
    "districtId": "Union[str, None]",
    # The neighbourhood, where its contour is known.
    "neighborhoodId": "Union[str, None]",
    # Middle of the parcel.
    "geoPoint": "Union[TransactionLocationGeoPoint1, None]",
})

TransactionAddress = TypedDict("TransactionAddress", {
    # House number.
    "streetNumber": "Union[str, None]",
    # Street, as the source writes it.
    "streetName": "Union[str, None]",
})

TransactionLotsEntry = TypedDict("TransactionLotsEntry", {
    "role": "TransactionLotRole",
    "kind": "TransactionLotKind",
})

TransactionBuilding = TypedDict("TransactionBuilding", {
    # When the building dates from.
    "constructionEra": "Union[str, None]",
    # Whether it has a lift.
    "elevator": "Union[bool, None]",
})

TransactionAmenities = TypedDict("TransactionAmenities", {
    # Whether there is one.
    "balcony": "Union[bool, None]",
    # Whether there is one.
    "cellar": "Union[bool, None]",
})

# Present on a transaction that absorbed a duplicate of another source.
TransactionMatched = TypedDict("TransactionMatched", {
    # The duplicate, whose id answers with this transaction.
    "withTransactionId": "str",
    # How surely both are one.
    "score": "float",
    # What was taken over from the duplicate.
    "mergedFields": "list[str]",
})

# The record of the source as it came. On the item alone.
TransactionSourcePayload = TypedDict("TransactionSourcePayload", {
    "format": "str",
    "rows": "list[dict[str, Any]]",
})

# A closed sale.
Transaction = TypedDict("Transaction", {
    "id": "str",
    "source": "TransactionSource",
    # The same in every release of the source.
    "externalRef": "str",
    "dateMutation": "str",
    "nature": "TransactionNature",
    "propertyType": "PropertyType",
    "price": "TransactionPrice",
    "areas": "TransactionAreas",
    "location": "TransactionLocation",
    "address": "TransactionAddress",
    # The parcel, 14 characters.
    "cadastralRef": "Union[str, None]",
    # What was sold for the price, the principal parts first.
    "lots": "list[TransactionLotsEntry]",
    "building": "TransactionBuilding",
    "amenities": "TransactionAmenities",
    "createdAt": "str",
    "updatedAt": "str",
    # Present on a transaction that absorbed a duplicate of another source.
    "matched": "NotRequired[TransactionMatched]",
    # The record of the source as it came. On the item alone.
    "sourcePayload": "NotRequired[TransactionSourcePayload]",
})

# How long homes of a place and type stay on the market, and what they sell for against what was asked.
MarketPace = TypedDict("MarketPace", {
    # Place and type.
    "id": "str",
    # The code of the place, or * for the whole market.
    "place": "str",
    # The country of the code; null for the whole market.
    "countryCode": "Union[str, None]",
    "propertyType": "str",
    # From the first advert to the end of the last one.
    "medianDaysOnMarket": "Union[int, None]",
    # Homes that left the market within two years.
    "homes": "int",
    # The sold price against the asked one; null below ten sales.
    "soldAgainstAskedPercent": "Union[float, None]",
    # Homes that a recorded sale was matched with.
    "sales": "int",
})

ValuationConfidence1 = TypedDict("ValuationConfidence1", {
    "class": "ValuationClass",
    # Half of the estimates of the class are closer. A share of one.
    "medianError": "float",
})

ValuationComparablesEntryAdjustmentsEntry = TypedDict("ValuationComparablesEntryAdjustmentsEntry", {
    "fact": "str",
    "percent": "float",
})

# A property, or a closed sale in the market SALE.
ValuationComparablesEntry = TypedDict("ValuationComparablesEntry", {
    "id": "str",
    "longitude": "float",
    "latitude": "float",
    "distanceMetres": "int",
    "month": "str",
    "areaSqm": "float",
    # Where they are known.
    "rooms": "Union[float, None]",
    "price": "float",
    # Its part among the comparables shown. A share of one.
    "weight": "float",
    # Its price with the facts, area and month of the subject.
    "adjustedPrice": "float",
    # What each difference is worth, the largest first.
    "adjustments": "list[ValuationComparablesEntryAdjustmentsEntry]",
})

ValuationIndex1MonthsEntry = TypedDict("ValuationIndex1MonthsEntry", {
    "month": "str",
    # The latest month is 100.
    "level": "float",
})

ValuationIndex1 = TypedDict("ValuationIndex1", {
    # The code of the place, or * for the whole market.
    "place": "str",
    # The country of the code; null for the whole market.
    "countryCode": "Union[str, None]",
    # The prices behind it.
    "homes": "int",
    "months": "list[ValuationIndex1MonthsEntry]",
})

ValuationPace1 = TypedDict("ValuationPace1", {
    # The code of the place, or * for the whole market.
    "place": "str",
    # The country of the code; null for the whole market.
    "countryCode": "Union[str, None]",
    "propertyType": "str",
    # From the first advert to the end of the last one.
    "medianDaysOnMarket": "Union[int, None]",
    # Homes that left the market within two years.
    "homes": "int",
    # The sold price against the asked one; null below ten sales.
    "soldAgainstAskedPercent": "Union[float, None]",
    # Homes that a recorded sale was matched with.
    "sales": "int",
})

ValuationModel1 = TypedDict("ValuationModel1", {
    "id": "str",
    "fittedAt": "str",
    "windowFrom": "str",
    "windowTo": "str",
    "prices": "int",
    # On homes it had not seen. A share of one.
    "medianAbsoluteError": "float",
})

# What a home is worth, with its evidence.
Valuation = TypedDict("Valuation", {
    "id": "str",
    "market": "ValuationMarket",
    "date": "str",
    # The estimate; null with a reason.
    "value": "Union[float, None]",
    # Four of five prices lie between low and high.
    "low": "Union[float, None]",
    # Four of five prices lie between low and high.
    "high": "Union[float, None]",
    # Why there is no value.
    "reason": "Union[NoValueReason, None]",
    # The class of confidence and what it means.
    "confidence": "Union[ValuationConfidence1, None]",
    # The price to compare with.
    "askedPrice": "Union[float, None]",
    # The asked price against the value; below it is negative.
    "deviationPercent": "Union[float, None]",
    # The homes that count most, up to 12.
    "comparables": "list[ValuationComparablesEntry]",
    # The price index of the finest place with enough prices.
    "index": "Union[ValuationIndex1, None]",
    # How fast homes like it leave the market.
    "pace": "Union[ValuationPace1, None]",
    # The model that valued.
    "model": "Union[ValuationModel1, None]",
})

ValuationAccuracyAll1 = TypedDict("ValuationAccuracyAll1", {
    "name": "str",
    # Half of the estimates are closer. A share of one.
    "medianAbsoluteError": "float",
    # Estimates within 10 % of the price. A share of one.
    "within10": "float",
    # Estimates within 20 % of the price. A share of one.
    "within20": "float",
    # The median of the signed errors. A share of one.
    "bias": "float",
    # The standard deviation of the errors. A share of one.
    "forecastStandardDeviation": "float",
    # Prices inside the 80 % interval. A share of one.
    "coverage80": "float",
    "n": "int",
})

ValuationAccuracyClassesEntry = TypedDict("ValuationAccuracyClassesEntry", {
    "name": "str",
    # Half of the estimates are closer. A share of one.
    "medianAbsoluteError": "float",
    # Estimates within 10 % of the price. A share of one.
    "within10": "float",
    # Estimates within 20 % of the price. A share of one.
    "within20": "float",
    # The median of the signed errors. A share of one.
    "bias": "float",
    # The standard deviation of the errors. A share of one.
    "forecastStandardDeviation": "float",
    # Prices inside the 80 % interval. A share of one.
    "coverage80": "float",
    "n": "int",
})

ValuationAccuracyTypesEntry = TypedDict("ValuationAccuracyTypesEntry", {
    "name": "str",
    # Half of the estimates are closer. A share of one.
    "medianAbsoluteError": "float",
    # Estimates within 10 % of the price. A share of one.
    "within10": "float",
    # Estimates within 20 % of the price. A share of one.
    "within20": "float",
    # The median of the signed errors. A share of one.
    "bias": "float",
    # The standard deviation of the errors. A share of one.
    "forecastStandardDeviation": "float",
    # Prices inside the 80 % interval. A share of one.
    "coverage80": "float",
    "n": "int",
})

ValuationAccuracyPlacesEntry = TypedDict("ValuationAccuracyPlacesEntry", {
    "name": "str",
    # Half of the estimates are closer. A share of one.
    "medianAbsoluteError": "float",
    # Estimates within 10 % of the price. A share of one.
    "within10": "float",
    # Estimates within 20 % of the price. A share of one.
    "within20": "float",
    # The median of the signed errors. A share of one.
    "bias": "float",
    # The standard deviation of the errors. A share of one.
    "forecastStandardDeviation": "float",
    # Prices inside the 80 % interval. A share of one.
    "coverage80": "float",
    "n": "int",
    # The country of the code; null in models of an older release.
    "countryCode": "Union[str, None]",
    # The name of the place; null where its code is not known.
    "label": "Union[str, None]",
})

# How wrong the valuations of a market are, on homes that the model had not seen.
ValuationAccuracy = TypedDict("ValuationAccuracy", {
    "id": "ValuationMarket",
    # When the model in use was fitted.
    "fittedAt": "Union[str, None]",
    # The first day of its prices.
    "windowFrom": "Union[str, None]",
    # The last day of its prices.
    "windowTo": "Union[str, None]",
    "latestFit": "ValuationFitStatus",
    # Why the latest fit failed; the model in use is then an older one.
    "failure": "Union[str, None]",
    # Over all homes; null without a model.
    "all": "Union[ValuationAccuracyAll1, None]",
    "classes": "list[ValuationAccuracyClassesEntry]",
    "types": "list[ValuationAccuracyTypesEntry]",
    # By the code of the place, the largest first, up to 100.
    "places": "list[ValuationAccuracyPlacesEntry]",
})

PropertyValuationReportConfidence1 = TypedDict("PropertyValuationReportConfidence1", {
    "class": "ValuationClass",
    # Half of the estimates of the class are closer. A share of one.
    "medianError": "float",
})

PropertyValuationReportComparablesEntryAdjustmentsEntry = TypedDict("PropertyValuationReportComparablesEntryAdjustmentsEntry", {
    "fact": "str",
    "percent": "float",
})

# A property, or a closed sale in the market SALE.
PropertyValuationReportComparablesEntry = TypedDict("PropertyValuationReportComparablesEntry", {
    "id": "str",
    "longitude": "float",
    "latitude": "float",
    "distanceMetres": "int",
    "month": "str",
    "areaSqm": "float",
    # Where they are known.
    "rooms": "Union[float, None]",
    "price": "float",
    # Its part among the comparables shown. A share of one.
    "weight": "float",
    # Its price with the facts, area and month of the subject.
    "adjustedPrice": "float",
    # What each difference is worth, the largest first.
    "adjustments": "list[PropertyValuationReportComparablesEntryAdjustmentsEntry]",
})

PropertyValuationReportIndex1MonthsEntry = TypedDict("PropertyValuationReportIndex1MonthsEntry", {
    "month": "str",
    # The latest month is 100.
    "level": "float",
})

PropertyValuationReportIndex1 = TypedDict("PropertyValuationReportIndex1", {
    # The code of the place, or * for the whole market.
    "place": "str",
    # The country of the code; null for the whole market.
    "countryCode": "Union[str, None]",
    # The prices behind it.
    "homes": "int",
    "months": "list[PropertyValuationReportIndex1MonthsEntry]",
})

PropertyValuationReportPace1 = TypedDict("PropertyValuationReportPace1", {
    # The code of the place, or * for the whole market.
    "place": "str",
    # The country of the code; null for the whole market.
    "countryCode": "Union[str, None]",
    "propertyType": "str",
    # From the first advert to the end of the last one.
    "medianDaysOnMarket": "Union[int, None]",
    # Homes that left the market within two years.
    "homes": "int",
    # The sold price against the asked one; null below ten sales.
    "soldAgainstAskedPercent": "Union[float, None]",
    # Homes that a recorded sale was matched with.
    "sales": "int",
})

PropertyValuationReportModel1 = TypedDict("PropertyValuationReportModel1", {
    "id": "str",
    "fittedAt": "str",
    "windowFrom": "str",
    "windowTo": "str",
    "prices": "int",
    # On homes it had not seen. A share of one.
    "medianAbsoluteError": "float",
})

# What a home is worth, with its evidence.
PropertyValuationReport = TypedDict("PropertyValuationReport", {
    "id": "str",
    "market": "ValuationMarket",
    "date": "str",
    # The estimate; null with a reason.
    "value": "Union[float, None]",
    # Four of five prices lie between low and high.
    "low": "Union[float, None]",
    # Four of five prices lie between low and high.
    "high": "Union[float, None]",
    # Why there is no value.
    "reason": "Union[NoValueReason, None]",
    # The class of confidence and what it means.
    "confidence": "Union[PropertyValuationReportConfidence1, None]",
    # The price to compare with.
    "askedPrice": "Union[float, None]",
    # The asked price against the value; below it is negative.
    "deviationPercent": "Union[float, None]",
    # The homes that count most, up to 12.
    "comparables": "list[PropertyValuationReportComparablesEntry]",
    # The price index of the finest place with enough prices.
    "index": "Union[PropertyValuationReportIndex1, None]",
    # How fast homes like it leave the market.
    "pace": "Union[PropertyValuationReportPace1, None]",
    # The model that valued.
    "model": "Union[PropertyValuationReportModel1, None]",
})

# A change that a key or a person made.
AuditEntry = TypedDict("AuditEntry", {
    "id": "str",
    "occurredAt": "str",
    # An API key, a person who was signed in, or a command of the operator.
    "actorType": "AuditActorType",
    # Of the key or the person.
    "actorId": "Union[str, None]",
    # The name that the key or the person has now.
    "actorName": "Union[str, None]",
    # The operation, by its name in the OpenAPI document.
    "action": "str",
    # What it was done to: the path of the call.
    "target": "str",
    # Of the call, as in its answer and in the log.
    "requestId": "Union[str, None]",
})

IngestReportRejectionsEntry = TypedDict("IngestReportRejectionsEntry", {
    "line": "int",
    "reason": "str",
})

IngestReportIgnoredEntry = TypedDict("IngestReportIgnoredEntry", {
    # Its path in the payload; `observation.…` beside it.
    "member": "str",
    # In how many observations.
    "count": "int",
    # The known member that was probably meant.
    "suggestion": "Union[str, None]",
})

# What became of a batch of observations.
IngestReport = TypedDict("IngestReport", {
    "id": "str",
    # Observations that brought something: new, changed, expired or seen again after that.
    "accepted": "int",
    # Visits that found what was known, or something older.
    "unchanged": "int",
    # Lines that could not be taken.
    "rejected": "int",
    # The first 100 of them.
    "rejections": "list[IngestReportRejectionsEntry]",
    # Members that nobody knows, the most frequent first, at most 100. The rest of their observations went in.
    "ignored": "list[IngestReportIgnoredEntry]",
})

# Where the listings of a source are pulled from.
Feed = TypedDict("Feed", {
    "id": "str",
    # Slug of the source; one that is new is created.
    "source": "str",
    # Where the file is: HTTPS, on a public host. Redirects are not followed.
    "address": "str",
    # The format of the file; null where a mapping says how it is read.
    "format": "Union[FeedFormat, None]",
    # How a foreign file is read; null where it has a format of ours.
    "mapping": "Union[dict[str, Any], None]",
    # From the beginning of one pull to that of the next.
    "intervalSeconds": "int",
    # The file names every live listing of the source: those absent from it have expired.
    "full": "bool",
    # A larger file is refused.
    "maxBytes": "int",
    # False: pulled by hand only.
    "enabled": "bool",
    # When the source was given a feed.
    "createdAt": "str",
    # When it is pulled next.
    "dueAt": "str",
    # Failed pulls in a row; each makes the next wait longer.
    "failures": "int",
    # A worker is at it.
    "running": "bool",
    # An operator asked for a pull that has not begun.
    "pullRequested": "bool",
    # Listings that the last finished pull found; 0: it took nothing from its file.
    "lastFound": "Union[int, None]",
    # How the last pull ended.
    "lastStatus": "Union[FeedRunStatus, None]",
    # When it ended.
    "lastFinishedAt": "Union[str, None]",
})

FeedRunRejectionsEntry = TypedDict("FeedRunRejectionsEntry", {
    "line": "int",
    "reason": "str",
})

FeedRunRejectionReasonsEntryExamplesEntry = TypedDict("FeedRunRejectionReasonsEntryExamplesEntry", {
    "line": "int",
    "reason": "str",
    # The record as received, shortened; null where it could not be read.
    "record": "Union[str, None]",
})

FeedRunRejectionReasonsEntry = TypedDict("FeedRunRejectionReasonsEntry", {
    # Of the first such record.
    "reason": "str",
    # Records rejected for it.
    "count": "int",
    "examples": "list[FeedRunRejectionReasonsEntryExamplesEntry]",
})

# One pull of a feed.
FeedRun = TypedDict("FeedRun", {
    "id": "str",
    # When the pull began.
    "startedAt": "str",
    # When it ended; null while it runs.
    "finishedAt": "Union[str, None]",
    # UNCHANGED: the file is the one taken last. FAILED: see error; what could be taken went in.
    "status": "FeedRunStatus",
    # Of the file as it was sent.
    "bytes": "Union[int, None]",
    # Of the same.
    "sha256": "Union[str, None]",
    # Listings that were new or changed.
    "accepted": "int",
    # Listings found as they were known.
    "unchanged": "int",
    # Listings that a full file no longer names.
    "expired": "int",
    # Records that could not be taken.
    "rejected": "int",
    # The first of them.
    "rejections": "list[FeedRunRejectionsEntry]",
    # Grouped: reasons that differ in figures or quotations only are one. The most frequent first.
    "rejectionReasons": "list[FeedRunRejectionReasonsEntry]",
    # Why it failed.
    "error": "Union[str, None]",
})

# Something a source says that is not used.
DroppedMember = TypedDict("DroppedMember", {
    "id": "str",
    # Its path in what the source sends.
    "member": "str",
    # Why it did not go in: unknown, impossible, contradicted, …
    "why": "str",
    # How often.
    "count": "int",
    # The beginning of what the source said last.
    "example": "str",
})

# A record of a source that was set aside.
RejectedRecord = TypedDict("RejectedRecord", {
    # The id of the listing that it speaks of.
    "id": "str",
    # The URL of the listing.
    "url": "str",
    # INVALID: it breaks a rule. REFUSED: it could not be stored.
    "kind": "RejectionKind",
    # Why it was rejected.
    "reason": "str",
    # When the record says that it was observed.
    "observedAt": "Union[str, None]",
    # The beginning of the record as it came.
    "record": "Union[str, None]",
    # When a record of this listing was first rejected.
    "firstRejectedAt": "str",
    # When that last happened.
    "rejectedAt": "str",
    # When a later record of the listing was taken; null while none was.
    "resolvedAt": "Union[str, None]",
})

# A listing that was removed for good.
Removal = TypedDict("Removal", {
    # The id of the listing: a digest of its URL.
    "id": "str",
    "removedAt": "str",
    # When the last byte was erased; null while that is under way.
    "erasedAt": "Union[str, None]",
    "reason": "Union[str, None]",
})

# All of the nodes hold.
Criteria1 = TypedDict("Criteria1", {
    # The nodes.
    "and": "list[Criteria]",
})

# Any of the nodes holds.
Criteria2 = TypedDict("Criteria2", {
    # The nodes.
    "or": "list[Criteria]",
})

# A criteria tree: `and` or `or` over nodes, or a leaf of filters. At most 16 levels and 500 nodes. What is not known fails a filter unless `orMissing`, `inOrMissing` or `nin` lets it pass. Properties that left the market, and those whose listings are all price-incoherent, are hidden unless asked for.
Criteria: TypeAlias = "Union[Criteria1, Criteria2, CriteriaLeaf]"

# A circle.
CriteriaLeafPropertyLocationsInCenterPoint = TypedDict("CriteriaLeafPropertyLocationsInCenterPoint", {
    # In degrees.
    "latitude": "float",
    # In degrees.
    "longitude": "float",
    # The radius in kilometres.
    "radiusKm": "float",
})

# A polygon.
CriteriaLeafPropertyLocationsInGeoShapesEntry1 = TypedDict("CriteriaLeafPropertyLocationsInGeoShapesEntry1", {
    "type": "Literal[\"Polygon\"]",
    # The rim, then the holes.
    "coordinates": "list[list[list[float]]]",
})

# Several polygons.
CriteriaLeafPropertyLocationsInGeoShapesEntry2 = TypedDict("CriteriaLeafPropertyLocationsInGeoShapesEntry2", {
    "type": "Literal[\"MultiPolygon\"]",
    # The polygons.
    "coordinates": "list[list[list[list[float]]]]",
})

# In any of these places.
CriteriaLeafPropertyLocationsIn = TypedDict("CriteriaLeafPropertyLocationsIn", {
    # Official codes of divisions, with everything below them: 75111, 75, R11.
    "uniqueCodes": "NotRequired[list[str]]",
    # Ids of divisions, with everything below them.
    "ids": "NotRequired[list[str]]",
    # Postal codes.
    "postalCodes": "NotRequired[list[str]]",
    # A circle.
    "centerPoint": "NotRequired[CriteriaLeafPropertyLocationsInCenterPoint]",
    # Shapes drawn on a map.
    "geoShapes": "NotRequired[list[Union[CriteriaLeafPropertyLocationsInGeoShapesEntry1, CriteriaLeafPropertyLocationsInGeoShapesEntry2]]]",
})

# A circle.
CriteriaLeafPropertyLocationsNinCenterPoint = TypedDict("CriteriaLeafPropertyLocationsNinCenterPoint", {
    # In degrees.
    "latitude": "float",
    # In degrees.
    "longitude": "float",
    # The radius in kilometres.
    "radiusKm": "float",
})

# A polygon.
CriteriaLeafPropertyLocationsNinGeoShapesEntry1 = TypedDict("CriteriaLeafPropertyLocationsNinGeoShapesEntry1", {
    "type": "Literal[\"Polygon\"]",
    # The rim, then the holes.
    "coordinates": "list[list[list[float]]]",
})

# Several polygons.
CriteriaLeafPropertyLocationsNinGeoShapesEntry2 = TypedDict("CriteriaLeafPropertyLocationsNinGeoShapesEntry2", {
    "type": "Literal[\"MultiPolygon\"]",
    # The polygons.
    "coordinates": "list[list[list[list[float]]]]",
})

# In none of these places; what is not known passes.
CriteriaLeafPropertyLocationsNin = TypedDict("CriteriaLeafPropertyLocationsNin", {
    # Official codes of divisions, with everything below them: 75111, 75, R11.
    "uniqueCodes": "NotRequired[list[str]]",
    # Ids of divisions, with everything below them.
    "ids": "NotRequired[list[str]]",
    # Postal codes.
    "postalCodes": "NotRequired[list[str]]",
    # A circle.
    "centerPoint": "NotRequired[CriteriaLeafPropertyLocationsNinCenterPoint]",
    # Shapes drawn on a map.
    "geoShapes": "NotRequired[list[Union[CriteriaLeafPropertyLocationsNinGeoShapesEntry1, CriteriaLeafPropertyLocationsNinGeoShapesEntry2]]]",
})

# Where the property is, or is not. Ids and unique codes include everything below them in the administrative tree.
CriteriaLeafPropertyLocations = TypedDict("CriteriaLeafPropertyLocations", {
    # ISO 3166-1 alpha-2 code of the country.
    "countryCode": "NotRequired[str]",
    # In any of these places.
    "in": "NotRequired[CriteriaLeafPropertyLocationsIn]",
    # In none of these places; what is not known passes.
    "nin": "NotRequired[CriteriaLeafPropertyLocationsNin]",
    # How finely the position is known: any of these.
    "accuracy": "NotRequired[list[LocationAccuracy]]",
})

# What kind of asset it is.
CriteriaLeafPropertyType = TypedDict("CriteriaLeafPropertyType", {
    # Any of these.
    "in": "NotRequired[list[PropertyType]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[PropertyType]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[PropertyType]]",
})

# For sale or to let.
CriteriaLeafPropertyTransactionType2 = TypedDict("CriteriaLeafPropertyTransactionType2", {
    # Any of these.
    "in": "NotRequired[list[TransactionType]]",
})

# The legal form of the sale.
CriteriaLeafPropertyTransactionSaleType = TypedDict("CriteriaLeafPropertyTransactionSaleType", {
    # Any of these.
    "in": "NotRequired[list[SaleType]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[SaleType]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[SaleType]]",
})

CriteriaLeafPropertyTransaction = TypedDict("CriteriaLeafPropertyTransaction", {
    # For sale or to let.
    "type": "NotRequired[Union[TransactionType, CriteriaLeafPropertyTransactionType2]]",
    # The legal form of the sale.
    "saleType": "NotRequired[CriteriaLeafPropertyTransactionSaleType]",
})

# Old, new or being built.
CriteriaLeafPropertyConstructionStatus = TypedDict("CriteriaLeafPropertyConstructionStatus", {
    # Any of these.
    "in": "NotRequired[list[ConstructionStatus]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[ConstructionStatus]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[ConstructionStatus]]",
})

# The area a buyer compares by: the living area, else the total area. In m². Give `gte`, `lte` or both.
CriteriaLeafPropertyAreasDisplayed = TypedDict("CriteriaLeafPropertyAreasDisplayed", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# The area of the plot. In m². Give `gte`, `lte` or both.
CriteriaLeafPropertyAreasLand = TypedDict("CriteriaLeafPropertyAreasLand", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyAreas = TypedDict("CriteriaLeafPropertyAreas", {
    # The area a buyer compares by: the living area, else the total area. In m². Give `gte`, `lte` or both.
    "displayed": "NotRequired[CriteriaLeafPropertyAreasDisplayed]",
    # The area of the plot. In m². Give `gte`, `lte` or both.
    "land": "NotRequired[CriteriaLeafPropertyAreasLand]",
})

# Phrases of the title: words side by side, in order; case and accents are ignored.
CriteriaLeafPropertyBodyTitle = TypedDict("CriteriaLeafPropertyBodyTitle", {
    # Any of these.
    "in": "NotRequired[list[str]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[str]]",
})

# Phrases of the description: words side by side, in order; case and accents are ignored.
CriteriaLeafPropertyBodyDescription = TypedDict("CriteriaLeafPropertyBodyDescription", {
    # Any of these.
    "in": "NotRequired[list[str]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[str]]",
})

CriteriaLeafPropertyBody = TypedDict("CriteriaLeafPropertyBody", {
    # Phrases of the title: words side by side, in order; case and accents are ignored.
    "title": "NotRequired[CriteriaLeafPropertyBodyTitle]",
    # Phrases of the description: words side by side, in order; case and accents are ignored.
    "description": "NotRequired[CriteriaLeafPropertyBodyDescription]",
})

# The price as advertised: of the sale, or the rent of one period. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingDisplayed = TypedDict("CriteriaLeafPropertyPricingDisplayed", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# The displayed price divided by the displayed area in square metres. In currency per square metre. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingPricePerArea = TypedDict("CriteriaLeafPropertyPricingPricePerArea", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# From the lowest to the highest price of the spread. In per cent. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingSpreadPercent = TypedDict("CriteriaLeafPropertyPricingSpreadPercent", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# What the seller receives, agency fees left out. In the currency of the displayed price. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingSaleNetPrice = TypedDict("CriteriaLeafPropertyPricingSaleNetPrice", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# Who bears the agency fee.
CriteriaLeafPropertyPricingSaleFeesAgencyPaidBy2 = TypedDict("CriteriaLeafPropertyPricingSaleFeesAgencyPaidBy2", {
    # Any of these.
    "in": "NotRequired[list[PaidBy]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[PaidBy]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[PaidBy]]",
})

# The amount of the agency fee. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingSaleFeesAgencyAmount = TypedDict("CriteriaLeafPropertyPricingSaleFeesAgencyAmount", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# The share of the agency fee in the price. In per cent. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingSaleFeesAgencyPercentage = TypedDict("CriteriaLeafPropertyPricingSaleFeesAgencyPercentage", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyPricingSaleFeesAgency = TypedDict("CriteriaLeafPropertyPricingSaleFeesAgency", {
    # Who bears the agency fee.
    "paidBy": "NotRequired[Union[PaidBy, CriteriaLeafPropertyPricingSaleFeesAgencyPaidBy2]]",
    # Whether the displayed price includes the agency fee.
    "includedInPrice": "NotRequired[bool]",
    # The amount of the agency fee. In currency. Give `gte`, `lte` or both.
    "amount": "NotRequired[CriteriaLeafPropertyPricingSaleFeesAgencyAmount]",
    # The share of the agency fee in the price. In per cent. Give `gte`, `lte` or both.
    "percentage": "NotRequired[CriteriaLeafPropertyPricingSaleFeesAgencyPercentage]",
})

# All condominium fees of one period. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingSaleFeesCondominiumTotal = TypedDict("CriteriaLeafPropertyPricingSaleFeesCondominiumTotal", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyPricingSaleFeesCondominium = TypedDict("CriteriaLeafPropertyPricingSaleFeesCondominium", {
    # All condominium fees of one period. In currency. Give `gte`, `lte` or both.
    "total": "NotRequired[CriteriaLeafPropertyPricingSaleFeesCondominiumTotal]",
})

# The amount of the legal fee. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingSaleFeesLegalAmount = TypedDict("CriteriaLeafPropertyPricingSaleFeesLegalAmount", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyPricingSaleFeesLegal = TypedDict("CriteriaLeafPropertyPricingSaleFeesLegal", {
    # The amount of the legal fee. In currency. Give `gte`, `lte` or both.
    "amount": "NotRequired[CriteriaLeafPropertyPricingSaleFeesLegalAmount]",
})

CriteriaLeafPropertyPricingSaleFees = TypedDict("CriteriaLeafPropertyPricingSaleFees", {
    "agency": "NotRequired[CriteriaLeafPropertyPricingSaleFeesAgency]",
    "condominium": "NotRequired[CriteriaLeafPropertyPricingSaleFeesCondominium]",
    "legal": "NotRequired[CriteriaLeafPropertyPricingSaleFeesLegal]",
})

CriteriaLeafPropertyPricingSale = TypedDict("CriteriaLeafPropertyPricingSale", {
    # What the seller receives, agency fees left out. In the currency of the displayed price. Give `gte`, `lte` or both.
    "netPrice": "NotRequired[CriteriaLeafPropertyPricingSaleNetPrice]",
    "fees": "NotRequired[CriteriaLeafPropertyPricingSaleFees]",
})

# The amount of the rent. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingRentalRentAmount = TypedDict("CriteriaLeafPropertyPricingRentalRentAmount", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyPricingRentalRent = TypedDict("CriteriaLeafPropertyPricingRentalRent", {
    # The amount of the rent. In currency. Give `gte`, `lte` or both.
    "amount": "NotRequired[CriteriaLeafPropertyPricingRentalRentAmount]",
    # Whether the rent includes the charges.
    "includesCharges": "NotRequired[bool]",
})

# The amount of the rental charge. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingRentalFeesChargesAmount = TypedDict("CriteriaLeafPropertyPricingRentalFeesChargesAmount", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyPricingRentalFeesCharges = TypedDict("CriteriaLeafPropertyPricingRentalFeesCharges", {
    # The amount of the rental charge. In currency. Give `gte`, `lte` or both.
    "amount": "NotRequired[CriteriaLeafPropertyPricingRentalFeesChargesAmount]",
})

# The amount of the deposit. In currency. Give `gte`, `lte` or both.
CriteriaLeafPropertyPricingRentalFeesDepositAmount = TypedDict("CriteriaLeafPropertyPricingRentalFeesDepositAmount", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyPricingRentalFeesDeposit = TypedDict("CriteriaLeafPropertyPricingRentalFeesDeposit", {
    # The amount of the deposit. In currency. Give `gte`, `lte` or both.
    "amount": "NotRequired[CriteriaLeafPropertyPricingRentalFeesDepositAmount]",
})

CriteriaLeafPropertyPricingRentalFees = TypedDict("CriteriaLeafPropertyPricingRentalFees", {
    "charges": "NotRequired[CriteriaLeafPropertyPricingRentalFeesCharges]",
    "deposit": "NotRequired[CriteriaLeafPropertyPricingRentalFeesDeposit]",
})

CriteriaLeafPropertyPricingRental = TypedDict("CriteriaLeafPropertyPricingRental", {
    "rent": "NotRequired[CriteriaLeafPropertyPricingRentalRent]",
    "fees": "NotRequired[CriteriaLeafPropertyPricingRentalFees]",
})

CriteriaLeafPropertyPricing = TypedDict("CriteriaLeafPropertyPricing", {
    # The price as advertised: of the sale, or the rent of one period. In currency. Give `gte`, `lte` or both.
    "displayed": "NotRequired[CriteriaLeafPropertyPricingDisplayed]",
    # The displayed price divided by the displayed area in square metres. In currency per square metre. Give `gte`, `lte` or both.
    "pricePerArea": "NotRequired[CriteriaLeafPropertyPricingPricePerArea]",
    # From the lowest to the highest price of the spread. In per cent. Give `gte`, `lte` or both.
    "spreadPercent": "NotRequired[CriteriaLeafPropertyPricingSpreadPercent]",
    "sale": "NotRequired[CriteriaLeafPropertyPricingSale]",
    "rental": "NotRequired[CriteriaLeafPropertyPricingRental]",
})

# The displayed price against the estimate; a price below it is negative. In per cent. Give `gte`, `lte` or both.
CriteriaLeafPropertyValuationDeviationPercent = TypedDict("CriteriaLeafPropertyValuationDeviationPercent", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafPropertyValuation = TypedDict("CriteriaLeafPropertyValuation", {
    # The displayed price against the estimate; a price below it is negative. In per cent. Give `gte`, `lte` or both.
    "deviationPercent": "NotRequired[CriteriaLeafPropertyValuationDeviationPercent]",
})

# Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. Give `gte`, `lte` or both.
CriteriaLeafPropertyUnitRooms = TypedDict("CriteriaLeafPropertyUnitRooms", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# Bedrooms. Give `gte`, `lte` or both.
CriteriaLeafPropertyUnitBedrooms = TypedDict("CriteriaLeafPropertyUnitBedrooms", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# Bathrooms; shower rooms are counted apart. Give `gte`, `lte` or both.
CriteriaLeafPropertyUnitBathrooms = TypedDict("CriteriaLeafPropertyUnitBathrooms", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# The floor it is on; 0 is the ground floor, below it is negative. Give `gte`, `lte` or both.
CriteriaLeafPropertyUnitFloor = TypedDict("CriteriaLeafPropertyUnitFloor", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# A direction the unit faces.
CriteriaLeafPropertyUnitOrientation = TypedDict("CriteriaLeafPropertyUnitOrientation", {
    # Any of these.
    "in": "NotRequired[list[Orientation]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[Orientation]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[Orientation]]",
})

# The state of repair of the unit.
CriteriaLeafPropertyUnitCondition = TypedDict("CriteriaLeafPropertyUnitCondition", {
    # Any of these.
    "in": "NotRequired[list[Condition]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[Condition]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[Condition]]",
})

# The edition of the rules; absent when the source did not state it.
CriteriaLeafPropertyUnitDiagnosticStandard = TypedDict("CriteriaLeafPropertyUnitDiagnosticStandard", {
    # Any of these.
    "in": "NotRequired[list[DiagnosticStandard]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[DiagnosticStandard]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[DiagnosticStandard]]",
})

# The value of the score. Give `gte`, `lte` or both.
CriteriaLeafPropertyUnitDiagnosticScoresEntryValue = TypedDict("CriteriaLeafPropertyUnitDiagnosticScoresEntryValue", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
})

# One score. Give `rating`, `value` or both.
CriteriaLeafPropertyUnitDiagnosticScoresEntry = TypedDict("CriteriaLeafPropertyUnitDiagnosticScoresEntry", {
    "type": "ScoreType",
    # Any of these letters.
    "rating": "NotRequired[list[ScoreRating]]",
    # The value of the score. Give `gte`, `lte` or both.
    "value": "NotRequired[CriteriaLeafPropertyUnitDiagnosticScoresEntryValue]",
})

CriteriaLeafPropertyUnitDiagnostic = TypedDict("CriteriaLeafPropertyUnitDiagnostic", {
    # The edition of the rules; absent when the source did not state it.
    "standard": "NotRequired[CriteriaLeafPropertyUnitDiagnosticStandard]",
    # Letters and values of the energy diagnostic, by what they measure. All entries must hold.
    "scores": "NotRequired[list[CriteriaLeafPropertyUnitDiagnosticScoresEntry]]",
})

# The heating installation.
CriteriaLeafPropertyUnitEnergyHeatingSystem = TypedDict("CriteriaLeafPropertyUnitEnergyHeatingSystem", {
    # Any of these.
    "in": "NotRequired[list[HeatingSystem]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[HeatingSystem]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[HeatingSystem]]",
})

# What the heating consumes.
CriteriaLeafPropertyUnitEnergyHeatingEnergyCarrier = TypedDict("CriteriaLeafPropertyUnitEnergyHeatingEnergyCarrier", {
    # Any of these.
    "in": "NotRequired[list[EnergyCarrier]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[EnergyCarrier]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[EnergyCarrier]]",
})

CriteriaLeafPropertyUnitEnergyHeating = TypedDict("CriteriaLeafPropertyUnitEnergyHeating", {
    # The heating installation.
    "system": "NotRequired[CriteriaLeafPropertyUnitEnergyHeatingSystem]",
    # What the heating consumes.
    "energyCarrier": "NotRequired[CriteriaLeafPropertyUnitEnergyHeatingEnergyCarrier]",
    # Whether the heating is shared by the building, not private to the unit.
    "collective": "NotRequired[bool]",
})

CriteriaLeafPropertyUnitEnergy = TypedDict("CriteriaLeafPropertyUnitEnergy", {
    "heating": "NotRequired[CriteriaLeafPropertyUnitEnergyHeating]",
})

# What the unit has. `in` asks for all of them; `inOrMissing` drops only an explicit no.
CriteriaLeafPropertyUnitFeatures = TypedDict("CriteriaLeafPropertyUnitFeatures", {
    # All of these.
    "in": "NotRequired[list[UnitFeature]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[UnitFeature]]",
    # Each of these, or not known: only an explicit no is left out.
    "inOrMissing": "NotRequired[list[UnitFeature]]",
})

CriteriaLeafPropertyUnit = TypedDict("CriteriaLeafPropertyUnit", {
    # Main rooms: living rooms and bedrooms, not kitchen nor bathrooms. Give `gte`, `lte` or both.
    "rooms": "NotRequired[CriteriaLeafPropertyUnitRooms]",
    # Bedrooms. Give `gte`, `lte` or both.
    "bedrooms": "NotRequired[CriteriaLeafPropertyUnitBedrooms]",
    # Bathrooms; shower rooms are counted apart. Give `gte`, `lte` or both.
    "bathrooms": "NotRequired[CriteriaLeafPropertyUnitBathrooms]",
    # The floor it is on; 0 is the ground floor, below it is negative. Give `gte`, `lte` or both.
    "floor": "NotRequired[CriteriaLeafPropertyUnitFloor]",
    # A direction the unit faces.
    "orientation": "NotRequired[CriteriaLeafPropertyUnitOrientation]",
    # The state of repair of the unit.
    "condition": "NotRequired[CriteriaLeafPropertyUnitCondition]",
    "diagnostic": "NotRequired[CriteriaLeafPropertyUnitDiagnostic]",
    "energy": "NotRequired[CriteriaLeafPropertyUnitEnergy]",
    # What the unit has. `in` asks for all of them; `inOrMissing` drops only an explicit no.
    "features": "NotRequired[CriteriaLeafPropertyUnitFeatures]",
})

# The year the building was built. Give `gte`, `lte` or both.
CriteriaLeafPropertyBuildingConstructionYear = TypedDict("CriteriaLeafPropertyBuildingConstructionYear", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# The year the building was last renovated. Give `gte`, `lte` or both.
CriteriaLeafPropertyBuildingRenovationYear = TypedDict("CriteriaLeafPropertyBuildingRenovationYear", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# Lots in the condominium. Give `gte`, `lte` or both.
CriteriaLeafPropertyBuildingNumberOfLots = TypedDict("CriteriaLeafPropertyBuildingNumberOfLots", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# Floors above the ground floor. Give `gte`, `lte` or both.
CriteriaLeafPropertyBuildingFloors = TypedDict("CriteriaLeafPropertyBuildingFloors", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

# The style or main material of the building.
CriteriaLeafPropertyBuildingConstructionType = TypedDict("CriteriaLeafPropertyBuildingConstructionType", {
    # Any of these.
    "in": "NotRequired[list[ConstructionType]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[ConstructionType]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[ConstructionType]]",
})

# The state of repair of the building.
CriteriaLeafPropertyBuildingCondition = TypedDict("CriteriaLeafPropertyBuildingCondition", {
    # Any of these.
    "in": "NotRequired[list[Condition]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[Condition]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[Condition]]",
})

# The heating installation.
CriteriaLeafPropertyBuildingEnergyHeatingSystem = TypedDict("CriteriaLeafPropertyBuildingEnergyHeatingSystem", {
    # Any of these.
    "in": "NotRequired[list[HeatingSystem]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[HeatingSystem]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[HeatingSystem]]",
})

# What the heating consumes.
CriteriaLeafPropertyBuildingEnergyHeatingEnergyCarrier = TypedDict("CriteriaLeafPropertyBuildingEnergyHeatingEnergyCarrier", {
    # Any of these.
    "in": "NotRequired[list[EnergyCarrier]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[EnergyCarrier]]",
    # Any of these, or not known.
    "inOrMissing": "NotRequired[list[EnergyCarrier]]",
})

CriteriaLeafPropertyBuildingEnergyHeating = TypedDict("CriteriaLeafPropertyBuildingEnergyHeating", {
    # The heating installation.
    "system": "NotRequired[CriteriaLeafPropertyBuildingEnergyHeatingSystem]",
    # What the heating consumes.
    "energyCarrier": "NotRequired[CriteriaLeafPropertyBuildingEnergyHeatingEnergyCarrier]",
    # Whether the heating is shared by the building, not private to the unit.
    "collective": "NotRequired[bool]",
})

CriteriaLeafPropertyBuildingEnergy = TypedDict("CriteriaLeafPropertyBuildingEnergy", {
    "heating": "NotRequired[CriteriaLeafPropertyBuildingEnergyHeating]",
})

CriteriaLeafPropertyBuilding = TypedDict("CriteriaLeafPropertyBuilding", {
    # The year the building was built. Give `gte`, `lte` or both.
    "constructionYear": "NotRequired[CriteriaLeafPropertyBuildingConstructionYear]",
    # The year the building was last renovated. Give `gte`, `lte` or both.
    "renovationYear": "NotRequired[CriteriaLeafPropertyBuildingRenovationYear]",
    # Lots in the condominium. Give `gte`, `lte` or both.
    "numberOfLots": "NotRequired[CriteriaLeafPropertyBuildingNumberOfLots]",
    # Floors above the ground floor. Give `gte`, `lte` or both.
    "floors": "NotRequired[CriteriaLeafPropertyBuildingFloors]",
    # The style or main material of the building.
    "constructionType": "NotRequired[CriteriaLeafPropertyBuildingConstructionType]",
    # The state of repair of the building.
    "condition": "NotRequired[CriteriaLeafPropertyBuildingCondition]",
    "energy": "NotRequired[CriteriaLeafPropertyBuildingEnergy]",
})

# What the building offers. PARKING holds when the home or its building has parking, whatever member states it.
CriteriaLeafPropertyAmenitiesFeatures = TypedDict("CriteriaLeafPropertyAmenitiesFeatures", {
    # All of these.
    "in": "NotRequired[list[AmenityFeature]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[AmenityFeature]]",
    # Each of these, or not known: only an explicit no is left out.
    "inOrMissing": "NotRequired[list[AmenityFeature]]",
})

CriteriaLeafPropertyAmenities = TypedDict("CriteriaLeafPropertyAmenities", {
    # What the building offers. PARKING holds when the home or its building has parking, whatever member states it.
    "features": "NotRequired[CriteriaLeafPropertyAmenitiesFeatures]",
})

# What the property is.
CriteriaLeafProperty = TypedDict("CriteriaLeafProperty", {
    # Where the property is, or is not. Ids and unique codes include everything below them in the administrative tree.
    "locations": "NotRequired[CriteriaLeafPropertyLocations]",
    # What kind of asset it is.
    "type": "NotRequired[CriteriaLeafPropertyType]",
    "transaction": "NotRequired[CriteriaLeafPropertyTransaction]",
    # Old, new or being built.
    "constructionStatus": "NotRequired[CriteriaLeafPropertyConstructionStatus]",
    # True returns properties that left the market. They are hidden unless asked for. Default: `false`.
    "expired": "NotRequired[bool]",
    "areas": "NotRequired[CriteriaLeafPropertyAreas]",
    "body": "NotRequired[CriteriaLeafPropertyBody]",
    "pricing": "NotRequired[CriteriaLeafPropertyPricing]",
    "valuation": "NotRequired[CriteriaLeafPropertyValuation]",
    "unit": "NotRequired[CriteriaLeafPropertyUnit]",
    "building": "NotRequired[CriteriaLeafPropertyBuilding]",
    "amenities": "NotRequired[CriteriaLeafPropertyAmenities]",
})

# What kind of advertiser it is. PROFESSIONAL stands for every type but PRIVATE_INDIVIDUAL.
CriteriaLeafPublisherType = TypedDict("CriteriaLeafPublisherType", {
    # Any of these.
    "in": "NotRequired[list[PublisherTypeOrGroup]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[PublisherTypeOrGroup]]",
})

# The terms it offers the property on.
CriteriaLeafPublisherMandate = TypedDict("CriteriaLeafPublisherMandate", {
    # Any of these.
    "in": "NotRequired[list[Mandate]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[Mandate]]",
})

# The publisher's own reference of the property.
CriteriaLeafPublisherReferences2 = TypedDict("CriteriaLeafPublisherReferences2", {
    # Any of these.
    "in": "NotRequired[list[str]]",
})

# Holds when ONE publisher of the property meets all members together.
CriteriaLeafPublisher = TypedDict("CriteriaLeafPublisher", {
    # What kind of advertiser it is. PROFESSIONAL stands for every type but PRIVATE_INDIVIDUAL.
    "type": "NotRequired[CriteriaLeafPublisherType]",
    # The terms it offers the property on.
    "mandate": "NotRequired[CriteriaLeafPublisherMandate]",
    # Whether the publisher gives an e-mail address.
    "hasEmail": "NotRequired[bool]",
    # Whether the publisher gives a telephone number.
    "hasPhone": "NotRequired[bool]",
    # The publisher's own reference of the property.
    "references": "NotRequired[Union[list[str], CriteriaLeafPublisherReferences2]]",
})

# How many visitors of the source keep it as a favourite. Give `gte`, `lte` or both.
CriteriaLeafListingsMarketingFavorites = TypedDict("CriteriaLeafListingsMarketingFavorites", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
    # True: what is not known passes too.
    "orMissing": "NotRequired[bool]",
})

CriteriaLeafListingsMarketing = TypedDict("CriteriaLeafListingsMarketing", {
    # Marked as urgent.
    "urgent": "NotRequired[bool]",
    # Pushed up in the results of the source.
    "boosted": "NotRequired[bool]",
    # Shown larger or in colour.
    "highlighted": "NotRequired[bool]",
    # How many visitors of the source keep it as a favourite. Give `gte`, `lte` or both.
    "favorites": "NotRequired[CriteriaLeafListingsMarketingFavorites]",
})

# The sources, each by its id or its short name.
CriteriaLeafListingsSources = TypedDict("CriteriaLeafListingsSources", {
    # Any of these.
    "in": "NotRequired[list[str]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[str]]",
})

# When it went offline; absent while it is live. Give `from`, `to` or both.
CriteriaLeafListingsExpiredAt = TypedDict("CriteriaLeafListingsExpiredAt", {
    # At this moment or later.
    "from": "NotRequired[str]",
    # Before this moment.
    "to": "NotRequired[str]",
})

# Holds when ONE listing of the property meets all members together; price coherence is judged over all of them.
CriteriaLeafListings = TypedDict("CriteriaLeafListings", {
    "marketing": "NotRequired[CriteriaLeafListingsMarketing]",
    # The address of the advertisement; absent when the source is protected.
    "url": "NotRequired[str]",
    # The sources, each by its id or its short name.
    "sources": "NotRequired[CriteriaLeafListingsSources]",
    # When it went offline; absent while it is live. Give `from`, `to` or both.
    "expiredAt": "NotRequired[CriteriaLeafListingsExpiredAt]",
    # True, unless asked otherwise: hides properties whose listings are all price-incoherent. False returns only those. Default: `true`.
    "priceCoherent": "NotRequired[bool]",
})

# When the property was first seen. Give `from`, `to` or both.
CriteriaLeafDatesCreatedAt = TypedDict("CriteriaLeafDatesCreatedAt", {
    # At this moment or later.
    "from": "NotRequired[str]",
    # Before this moment.
    "to": "NotRequired[str]",
})

# When its content last changed; a mere visit does not move it. Give `from`, `to` or both.
CriteriaLeafDatesUpdatedAt = TypedDict("CriteriaLeafDatesUpdatedAt", {
    # At this moment or later.
    "from": "NotRequired[str]",
    # Before this moment.
    "to": "NotRequired[str]",
})

# When the property was first seen and last changed.
CriteriaLeafDates = TypedDict("CriteriaLeafDates", {
    # When the property was first seen. Give `from`, `to` or both.
    "createdAt": "NotRequired[CriteriaLeafDatesCreatedAt]",
    # When its content last changed; a mere visit does not move it. Give `from`, `to` or both.
    "updatedAt": "NotRequired[CriteriaLeafDatesUpdatedAt]",
})

# What changed.
CriteriaLeafChangesAttribute = TypedDict("CriteriaLeafChangesAttribute", {
    # Any of these.
    "in": "NotRequired[list[ChangeAttribute]]",
    # None of these; what is not known passes.
    "nin": "NotRequired[list[ChangeAttribute]]",
})

# The change relative to the old value; a drop is negative. In per cent. Give `gte`, `lte` or both.
CriteriaLeafChangesVariationPercent = TypedDict("CriteriaLeafChangesVariationPercent", {
    # At least this.
    "gte": "NotRequired[float]",
    # At most this.
    "lte": "NotRequired[float]",
})

# When the change was seen. Give `from`, `to` or both.
CriteriaLeafChangesOccurredAt = TypedDict("CriteriaLeafChangesOccurredAt", {
    # At this moment or later.
    "from": "NotRequired[str]",
    # Before this moment.
    "to": "NotRequired[str]",
})

# Holds when ONE recorded change meets all members together.
CriteriaLeafChanges = TypedDict("CriteriaLeafChanges", {
    # What changed.
    "attribute": "NotRequired[CriteriaLeafChangesAttribute]",
    # The change relative to the old value; a drop is negative. In per cent. Give `gte`, `lte` or both.
    "variationPercent": "NotRequired[CriteriaLeafChangesVariationPercent]",
    # When the change was seen. Give `from`, `to` or both.
    "occurredAt": "NotRequired[CriteriaLeafChangesOccurredAt]",
})

# Filters, all of which hold. Without any, every property passes.
CriteriaLeaf = TypedDict("CriteriaLeaf", {
    # What the property is.
    "property": "NotRequired[CriteriaLeafProperty]",
    # Holds when ONE publisher of the property meets all members together.
    "publisher": "NotRequired[CriteriaLeafPublisher]",
    # Holds when ONE listing of the property meets all members together; price coherence is judged over all of them.
    "listings": "NotRequired[CriteriaLeafListings]",
    # When the property was first seen and last changed.
    "dates": "NotRequired[CriteriaLeafDates]",
    # Holds when ONE recorded change meets all members together.
    "changes": "NotRequired[CriteriaLeafChanges]",
})

# Newest content first by default. Unknown values come last in both directions.
PropertySearchSort = TypedDict("PropertySearchSort", {
    "field": "SortField",
    # The direction of an order. Default: `DESC`.
    "direction": "NotRequired[SortDirection]",
})

# A search. `{}` asks for everything.
PropertySearch = TypedDict("PropertySearch", {
    # How a search is walked. Default: `PAGE`.
    "paginationType": "NotRequired[PaginationType]",
    # From 1 on, in PAGE mode; ignored in CURSOR mode. Pages reach the first 10,000 properties. Default: `1`.
    "page": "NotRequired[int]",
    # Properties a page; 0 asks for the count alone. Default: `10`.
    "size": "NotRequired[int]",
    # In CURSOR mode: left out or null at first, then `meta.cursor` unchanged. Ignored in PAGE mode.
    "cursor": "NotRequired[Union[str, None]]",
    # Newest content first by default. Unknown values come last in both directions.
    "sort": "NotRequired[PropertySearchSort]",
    # What to add to `meta`: `relaxations`, small changes of criteria that find fewer than 10.
    "meta": "NotRequired[list[SearchMetaMember]]",
    # What the search would have found then, from the recorded changes. In PAGE mode only; reads every property.
    "asOf": "NotRequired[str]",
    "criteria": "NotRequired[Union[Criteria, None]]",
})

CountPropertyFacetsRequest = TypedDict("CountPropertyFacetsRequest", {
    # Bounds between price bands, ascending. Default: `[500,750,1000,1500,2000,3000,10000,50000,100000,150000,200000,250000,300000,400000,500000,750000,1000000,2000000]`.
    "priceBounds": "NotRequired[list[float]]",
    # The level of an administrative division, the widest first. Default: `ADMINISTRATIVE_SUBREGION`.
    "divisionType": "NotRequired[DivisionType]",
    "criteria": "NotRequired[Union[Criteria, None]]",
})

# In degrees.
ClusterPropertiesRequestViewport = TypedDict("ClusterPropertiesRequestViewport", {
    "west": "float",
    "south": "float",
    "east": "float",
    "north": "float",
})

ClusterPropertiesRequest = TypedDict("ClusterPropertiesRequest", {
    # In degrees.
    "viewport": "ClusterPropertiesRequestViewport",
    # As of web maps.
    "zoom": "int",
    "criteria": "NotRequired[Union[Criteria, None]]",
})

# One filter, what it asks, and what the property says.
ExplainedFilter = TypedDict("ExplainedFilter", {
    # The filter, such as `property.unit.rooms`.
    "path": "str",
    # Its name.
    "label": "str",
    # What the criteria ask of it.
    "asked": "Any",
    # What it saw of the property; null when that is not known. Of several publishers, listings or changes, the one that comes nearest.
    "seen": "Any",
    # MISSING: it would take a value that is not known.
    "verdict": "FilterVerdict",
})

ExplainedNode1 = TypedDict("ExplainedNode1", {
    # MISSING: it would take a value that is not known.
    "verdict": "FilterVerdict",
    "and": "list[ExplainedNode]",
})

ExplainedNode2 = TypedDict("ExplainedNode2", {
    # MISSING: it would take a value that is not known.
    "verdict": "FilterVerdict",
    "or": "list[ExplainedNode]",
})

ExplainedNode3 = TypedDict("ExplainedNode3", {
    # MISSING: it would take a value that is not known.
    "verdict": "FilterVerdict",
    "filters": "list[ExplainedFilter]",
})

# A node of the criteria with what became of it.
ExplainedNode: TypeAlias = "Union[ExplainedNode1, ExplainedNode2, ExplainedNode3]"

ExplainCriteriaRequest = TypedDict("ExplainCriteriaRequest", {
    # The property to look at.
    "propertyId": "str",
    "criteria": "NotRequired[Union[Criteria, None]]",
})

ParseSentenceRequest = TypedDict("ParseSentenceRequest", {
    # What a person looks for, in French or English.
    "text": "str",
    # The language of the text; recognised when absent.
    "language": "NotRequired[Language]",
})

LookupPropertyByUrlRequest = TypedDict("LookupPropertyByUrlRequest", {
    # The URL of the listing.
    "url": "str",
})

ListChangesReplyDataEntryCause = TypedDict("ListChangesReplyDataEntryCause", {
    "type": "ChangeCause",
    "listingId": "NotRequired[str]",
})

ListChangesReplyDataEntry = TypedDict("ListChangesReplyDataEntry", {
    "id": "str",
    "changeType": "ChangeType",
    "propertyId": "str",
    "revisionId": "NotRequired[str]",
    "occurredAt": "str",
    "recordedAt": "str",
    "cause": "ListChangesReplyDataEntryCause",
    "changes": "list[PropertyChange]",
    "mergedInto": "NotRequired[str]",
    "splitFrom": "NotRequired[str]",
    # Continues after this change.
    "cursor": "str",
    # The property as it is now; null where it is gone or no longer matches the criteria.
    "data": "Union[PropertyResult, None]",
})

ListChangesReplyMeta = TypedDict("ListChangesReplyMeta", {
    # Changes on this page.
    "count": "int",
    # Continues after this page; valid for 30 days.
    "cursor": "str",
    # Whether to continue at once.
    "hasMore": "bool",
})

ListChangesReply = TypedDict("ListChangesReply", {
    "data": "list[ListChangesReplyDataEntry]",
    "meta": "ListChangesReplyMeta",
})

CreateExportRequest = TypedDict("CreateExportRequest", {
    "criteria": "NotRequired[Any]",
    # The format of an export. Default: `NDJSON`.
    "format": "NotRequired[ExportFormat]",
    # A cursor of the change stream: only what changed since. What is gone or no longer matches is a line `{"id", "removed": true}`.
    "since": "NotRequired[Union[str, None]]",
})

CreateFavoritePropertyRequest = TypedDict("CreateFavoritePropertyRequest", {
    # The property that is kept.
    "propertyId": "str",
})

# Signed per cent: a drop of at least 5 per cent is `{"lte": -5}`.
CreateAlertRequestNotificationConfigRulesEntryVariationPercentEntry = TypedDict("CreateAlertRequestNotificationConfigRulesEntryVariationPercentEntry", {
    "gte": "NotRequired[float]",
    "lte": "NotRequired[float]",
})

# What the alert notifies. One rule per event type.
CreateAlertRequestNotificationConfigRulesEntry = TypedDict("CreateAlertRequestNotificationConfigRulesEntry", {
    "eventType": "AlertEventType",
    # Whether an alert notifies once a property or once a listing. Default: `PROPERTY`.
    "scope": "NotRequired[AlertScope]",
    # PRICE_CHANGE only. Any of the ranges may hold; without it every change will do.
    "variationPercent": "NotRequired[list[CreateAlertRequestNotificationConfigRulesEntryVariationPercentEntry]]",
})

# One NEW_MATCH rule by default.
CreateAlertRequestNotificationConfig = TypedDict("CreateAlertRequestNotificationConfig", {
    "rules": "list[CreateAlertRequestNotificationConfigRulesEntry]",
})

# One of the two.
CreateAlertRequestNotificationDestination1 = TypedDict("CreateAlertRequestNotificationDestination1", {
    # HTTPS, on a public host; a destination there is used again.
    "webhookUrl": "NotRequired[str]",
    # A destination of the account: its id, its path, or the URL it sends to.
    "eventDestination": "NotRequired[str]",
})

# INSTANT: events of these hours are sent when they end.
CreateAlertRequestDelivery1QuietHours = TypedDict("CreateAlertRequestDelivery1QuietHours", {
    # Local time.
    "from": "str",
    # Local time; may be on the next day.
    "to": "str",
})

# When it notifies; at once when null.
CreateAlertRequestDelivery1 = TypedDict("CreateAlertRequestDelivery1", {
    "mode": "AlertDeliveryMode",
    # The local time of the digest; 08:00 by default.
    "at": "NotRequired[str]",
    # An IANA time zone; Europe/Paris by default.
    "timezone": "NotRequired[str]",
    # INSTANT: the events of a local day that are sent at once. The others are in the next digest.
    "maxPerDay": "NotRequired[int]",
    # INSTANT: events of these hours are sent when they end.
    "quietHours": "NotRequired[CreateAlertRequestDelivery1QuietHours]",
    # The language of mails; English by default.
    "language": "NotRequired[Language]",
})

CreateAlertRequest = TypedDict("CreateAlertRequest", {
    # What people call it.
    "name": "str",
    # A disabled alert notifies nobody. Default: `true`.
    "enabled": "NotRequired[bool]",
    # What is watched for; null watches every property.
    "criteria": "NotRequired[Union[Criteria, None]]",
    # One NEW_MATCH rule by default.
    "notificationConfig": "NotRequired[CreateAlertRequestNotificationConfig]",
    # Null: the default of the account.
    "notificationDestination": "NotRequired[Union[CreateAlertRequestNotificationDestination1, None]]",
    # Null: at once.
    "delivery": "NotRequired[Union[CreateAlertRequestDelivery1, None]]",
})

# Signed per cent: a drop of at least 5 per cent is `{"lte": -5}`.
UpdateAlertRequestNotificationConfigRulesEntryVariationPercentEntry = TypedDict("UpdateAlertRequestNotificationConfigRulesEntryVariationPercentEntry", {
    "gte": "NotRequired[float]",
    "lte": "NotRequired[float]",
})

# What the alert notifies. One rule per event type.
UpdateAlertRequestNotificationConfigRulesEntry = TypedDict("UpdateAlertRequestNotificationConfigRulesEntry", {
    "eventType": "AlertEventType",
    # Whether an alert notifies once a property or once a listing. Default: `PROPERTY`.
    "scope": "NotRequired[AlertScope]",
    # PRICE_CHANGE only. Any of the ranges may hold; without it every change will do.
    "variationPercent": "NotRequired[list[UpdateAlertRequestNotificationConfigRulesEntryVariationPercentEntry]]",
})

# One NEW_MATCH rule by default.
UpdateAlertRequestNotificationConfig = TypedDict("UpdateAlertRequestNotificationConfig", {
    "rules": "list[UpdateAlertRequestNotificationConfigRulesEntry]",
})

# One of the two.
UpdateAlertRequestNotificationDestination1 = TypedDict("UpdateAlertRequestNotificationDestination1", {
    # HTTPS, on a public host; a destination there is used again.
    "webhookUrl": "NotRequired[str]",
    # A destination of the account: its id, its path, or the URL it sends to.
    "eventDestination": "NotRequired[str]",
})

# INSTANT: events of these hours are sent when they end.
UpdateAlertRequestDelivery1QuietHours = TypedDict("UpdateAlertRequestDelivery1QuietHours", {
    # Local time.
    "from": "str",
    # Local time; may be on the next day.
    "to": "str",
})

# When it notifies; at once when null.
UpdateAlertRequestDelivery1 = TypedDict("UpdateAlertRequestDelivery1", {
    "mode": "AlertDeliveryMode",
    # The local time of the digest; 08:00 by default.
    "at": "NotRequired[str]",
    # An IANA time zone; Europe/Paris by default.
    "timezone": "NotRequired[str]",
    # INSTANT: the events of a local day that are sent at once. The others are in the next digest.
    "maxPerDay": "NotRequired[int]",
    # INSTANT: events of these hours are sent when they end.
    "quietHours": "NotRequired[UpdateAlertRequestDelivery1QuietHours]",
    # The language of mails; English by default.
    "language": "NotRequired[Language]",
})

UpdateAlertRequest = TypedDict("UpdateAlertRequest", {
    # What people call it.
    "name": "NotRequired[str]",
    # A disabled alert notifies nobody. Default: `true`.
    "enabled": "NotRequired[bool]",
    # What is watched for; null watches every property.
    "criteria": "NotRequired[Union[Criteria, None]]",
    # One NEW_MATCH rule by default.
    "notificationConfig": "NotRequired[UpdateAlertRequestNotificationConfig]",
    # Null: the default of the account.
    "notificationDestination": "NotRequired[Union[UpdateAlertRequestNotificationDestination1, None]]",
    # Null: at once.
    "delivery": "NotRequired[Union[UpdateAlertRequestDelivery1, None]]",
})

ForecastAlertRequest = TypedDict("ForecastAlertRequest", {
    # What is watched for; null watches every property.
    "criteria": "NotRequired[Union[Criteria, None]]",
})

RehearseAlertRequest = TypedDict("RehearseAlertRequest", {
    # How far back, from now. Default: `7`.
    "days": "NotRequired[int]",
    # From the answer that this call continues. `days` is that of the first call.
    "cursor": "NotRequired[str]",
})

CreateEventDestinationRequest = TypedDict("CreateEventDestinationRequest", {
    # May be left out: then it follows from which of url and email is given.
    "destinationType": "NotRequired[Union[DestinationType, None]]",
    # HTTPS, on a public host.
    "url": "NotRequired[Union[str, None]]",
    # An email.
    "email": "NotRequired[Union[str, None]]",
    # True makes it the default in place of the present one. Default: `false`.
    "isDefault": "NotRequired[bool]",
})

TestEventDestinationRequest = TypedDict("TestEventDestinationRequest", {
    # The kind of event to make up. Default: `NEW_MATCH`.
    "eventType": "NotRequired[AlertEventType]",
})

ReplayEventNotificationsRequestCreatedAt = TypedDict("ReplayEventNotificationsRequestCreatedAt", {
    # Created on or after it.
    "after": "NotRequired[str]",
    # Created on or before it.
    "before": "NotRequired[str]",
})

ReplayEventNotificationsRequest = TypedDict("ReplayEventNotificationsRequest", {
    # Whose notifications.
    "destination": "str",
    "createdAt": "NotRequired[ReplayEventNotificationsRequestCreatedAt]",
    # Only those in this state.
    "status": "NotRequired[ReplayableStatus]",
})

SearchTransactionsRequestDateMutation = TypedDict("SearchTransactionsRequestDateMutation", {
    # This day or later.
    "after": "NotRequired[str]",
    # This day or earlier.
    "before": "NotRequired[str]",
})

# The price of the whole sale, in cents.
SearchTransactionsRequestPriceAmount = TypedDict("SearchTransactionsRequestPriceAmount", {
    "gte": "NotRequired[int]",
    "lte": "NotRequired[int]",
})

# Square metres.
SearchTransactionsRequestLivingArea = TypedDict("SearchTransactionsRequestLivingArea", {
    "gte": "NotRequired[float]",
    "lte": "NotRequired[float]",
})

SearchTransactionsRequestPage = TypedDict("SearchTransactionsRequestPage", {
    # Left out or null at first, then `meta.nextCursor` unchanged.
    "cursor": "NotRequired[Union[str, None]]",
    # Default: `20`.
    "size": "NotRequired[int]",
})

# Filters, all optional. `{}` asks for everything.
SearchTransactionsRequest = TypedDict("SearchTransactionsRequest", {
    "dateMutation": "NotRequired[SearchTransactionsRequestDateMutation]",
    "propertyType": "NotRequired[list[PropertyType]]",
    "nature": "NotRequired[list[TransactionNature]]",
    # The price of the whole sale, in cents.
    "priceAmount": "NotRequired[SearchTransactionsRequestPriceAmount]",
    # Square metres.
    "livingArea": "NotRequired[SearchTransactionsRequestLivingArea]",
    # Municipalities, by id.
    "city": "NotRequired[Union[str, list[str]]]",
    # Municipal districts, by id.
    "district": "NotRequired[Union[str, list[str]]]",
    # Neighbourhoods, by id: sales inside their contours.
    "neighborhood": "NotRequired[Union[str, list[str]]]",
    # A GeoJSON Polygon or MultiPolygon, holes included, of at most 10,000 positions.
    "geoshape": "NotRequired[dict[str, Any]]",
    "page": "NotRequired[SearchTransactionsRequestPage]",
})

# How many events the figures are made of, and of what time.
GetListingAnalyticsReplyMeta = TypedDict("GetListingAnalyticsReplyMeta", {
    "sample_size": "int",
    "min_event_at": "Union[str, None]",
    "max_event_at": "Union[str, None]",
})

# The period and the value of each grouped column; null where it is not known.
GetListingAnalyticsReplyDataEntryGroup = TypedDict("GetListingAnalyticsReplyDataEntryGroup", {
    # The first moment of the period.
    "event_at": "str",
    "property_type": "NotRequired[Union[str, None]]",
    "transaction_type": "NotRequired[Union[str, None]]",
    "event_type": "NotRequired[Union[str, None]]",
    "city_id": "NotRequired[Union[str, None]]",
    "district_id": "NotRequired[Union[str, None]]",
    "neighborhood_id": "NotRequired[Union[str, None]]",
    "dpe_energy_rating": "NotRequired[Union[str, None]]",
    "dpe_ghg_rating": "NotRequired[Union[str, None]]",
    "publisher_type": "NotRequired[Union[str, None]]",
    "price_currency": "NotRequired[Union[str, None]]",
    "transaction_status": "NotRequired[Union[str, None]]",
    "sale_type": "NotRequired[Union[str, None]]",
    "mandate_type": "NotRequired[Union[str, None]]",
    "condition": "NotRequired[Union[str, None]]",
    "location_accuracy": "NotRequired[Union[str, None]]",
    "heating_system": "NotRequired[Union[str, None]]",
    "energy_carrier": "NotRequired[Union[str, None]]",
    "source_id": "NotRequired[Union[str, None]]",
})

GetListingAnalyticsReplyDataEntry = TypedDict("GetListingAnalyticsReplyDataEntry", {
    # The period and the value of each grouped column; null where it is not known.
    "group": "GetListingAnalyticsReplyDataEntryGroup",
    # The figures by the entry they were asked with; null where no event of the group knows the field.
    "metrics": "dict[str, Any]",
})

GetListingAnalyticsReply = TypedDict("GetListingAnalyticsReply", {
    # How many events the figures are made of, and of what time.
    "meta": "GetListingAnalyticsReplyMeta",
    "data": "list[GetListingAnalyticsReplyDataEntry]",
})

# What else is known of the home; a fact that is absent is unknown.
ValueHomeRequestFacts = TypedDict("ValueHomeRequestFacts", {
    "rooms": "NotRequired[float]",
    "bedrooms": "NotRequired[float]",
    "bathrooms": "NotRequired[float]",
    "floor": "NotRequired[float]",
    "buildingFloors": "NotRequired[float]",
    "constructionYear": "NotRequired[float]",
    "energyRating": "NotRequired[float]",
    "landArea": "NotRequired[float]",
    "elevator": "NotRequired[bool]",
    "terrace": "NotRequired[bool]",
    "balcony": "NotRequired[bool]",
    "airConditioning": "NotRequired[bool]",
    "furnished": "NotRequired[bool]",
    "parking": "NotRequired[bool]",
    "parkingIncluded": "NotRequired[bool]",
    "parkingPrice": "NotRequired[float]",
    "storage": "NotRequired[bool]",
    "wardrobe": "NotRequired[bool]",
    "swimmingPool": "NotRequired[bool]",
    "caretaker": "NotRequired[bool]",
    "garden": "NotRequired[bool]",
    "duplex": "NotRequired[bool]",
    "studio": "NotRequired[bool]",
    "lastFloor": "NotRequired[bool]",
    "facesNorth": "NotRequired[bool]",
    "facesSouth": "NotRequired[bool]",
    "facesEast": "NotRequired[bool]",
    "facesWest": "NotRequired[bool]",
})

ValueHomeRequest = TypedDict("ValueHomeRequest", {
    # SALE from closed sales, ASKING from adverts, RENT from adverts, by the month.
    "market": "NotRequired[ValuationMarket]",
    # The day to value for; today if absent.
    "date": "NotRequired[str]",
    # What kind of home it is.
    "propertyType": "ValuedPropertyType",
    # Living area.
    "areaSqm": "float",
    "longitude": "NotRequired[float]",
    "latitude": "NotRequired[float]",
    # Instead of a point: the code or id of a division. The home stands for one at its centre.
    "division": "NotRequired[str]",
    # The state of repair.
    "condition": "NotRequired[Condition]",
    # To compare with the value.
    "askedPrice": "NotRequired[float]",
    # What else is known of the home; a fact that is absent is unknown.
    "facts": "NotRequired[ValueHomeRequestFacts]",
})

# The window that is really covered.
GetApiUsageReplyPeriod = TypedDict("GetApiUsageReplyPeriod", {
    "start": "str",
    "end": "str",
    "granularity": "UsageGranularity",
})

GetApiUsageReplyTotals = TypedDict("GetApiUsageReplyTotals", {
    "calls": "int",
    "results": "int",
    # When the account is billed in credits.
    "credits": "NotRequired[int]",
})

GetApiUsageReplyTimeSeriesEntry = TypedDict("GetApiUsageReplyTimeSeriesEntry", {
    "date": "str",
    "apiKeyId": "NotRequired[str]",
    "apiKeyName": "NotRequired[str]",
    "route": "NotRequired[str]",
    "routeType": "NotRequired[UsageRouteType]",
    "channel": "NotRequired[UsageChannel]",
    "calls": "int",
    "results": "int",
    # When the account is billed in credits.
    "credits": "NotRequired[int]",
})

GetApiUsageReplyByApiKeyEntry = TypedDict("GetApiUsageReplyByApiKeyEntry", {
    "apiKeyId": "str",
    "apiKeyName": "str",
    "calls": "int",
    "results": "int",
    # When the account is billed in credits.
    "credits": "NotRequired[int]",
})

GetApiUsageReplyByRouteEntry = TypedDict("GetApiUsageReplyByRouteEntry", {
    "route": "str",
    "routeType": "UsageRouteType",
    "calls": "int",
    "results": "int",
    # When the account is billed in credits.
    "credits": "NotRequired[int]",
})

GetApiUsageReplyByChannelEntry = TypedDict("GetApiUsageReplyByChannelEntry", {
    "channel": "UsageChannel",
    "calls": "int",
    "results": "int",
    # When the account is billed in credits.
    "credits": "NotRequired[int]",
})

# Billable usage of the account.
GetApiUsageReply = TypedDict("GetApiUsageReply", {
    # The window that is really covered.
    "period": "GetApiUsageReplyPeriod",
    "totals": "GetApiUsageReplyTotals",
    # One point a bucket, by its first day; with `groupBy` one for each part of it that was used.
    "timeSeries": "list[GetApiUsageReplyTimeSeriesEntry]",
    # By key, the busiest first.
    "byApiKey": "list[GetApiUsageReplyByApiKeyEntry]",
    # By route, the busiest first.
    "byRoute": "list[GetApiUsageReplyByRouteEntry]",
    # By channel, the busiest first.
    "byChannel": "list[GetApiUsageReplyByChannelEntry]",
})

# The listing is there.
Observation1 = TypedDict("Observation1", {
    # The slug of the source.
    "source": "str",
    # The URL of the listing: its identity.
    "url": "str",
    # When the source was read.
    "observedAt": "str",
    "kind": "Literal[\"seen\"]",
    "payload": "ObservationPayload",
})

# The listing is gone.
Observation2 = TypedDict("Observation2", {
    # The slug of the source.
    "source": "str",
    # The URL of the listing: its identity.
    "url": "str",
    # When the source was read.
    "observedAt": "str",
    "kind": "Literal[\"expired\"]",
    "payload": "None",
})

# One visit of one listing at one source.
Observation: TypeAlias = "Union[Observation1, Observation2]"

# One line of the charges.
ObservationPayloadFeesChargesDetailsEntry = TypedDict("ObservationPayloadFeesChargesDetailsEntry", {
    # What the line pays for.
    "type": "NotRequired[RentalChargeLineType]",
    # The amount of the line. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the line.
    "currency": "NotRequired[Currency]",
})

# The charges a tenant pays each period.
ObservationPayloadFeesCharges = TypedDict("ObservationPayloadFeesCharges", {
    # The amount of the rental charge. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the rental charge.
    "currency": "NotRequired[Currency]",
    # How often the rental charge falls due.
    "frequency": "NotRequired[Frequency]",
    # The lines, where the source gives them.
    "details": "NotRequired[list[ObservationPayloadFeesChargesDetailsEntry]]",
})

# What a tenant leaves against damage.
ObservationPayloadFeesDeposit = TypedDict("ObservationPayloadFeesDeposit", {
    # The amount of the deposit. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the deposit.
    "currency": "NotRequired[Currency]",
    # The deposit in months of rent.
    "months": "NotRequired[float]",
    # Who bears the deposit.
    "paidBy": "NotRequired[PaidBy]",
})

# The tax on living in the property.
ObservationPayloadFeesTaxesHousingTax = TypedDict("ObservationPayloadFeesTaxesHousingTax", {
    # The amount of the housing tax. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the housing tax.
    "currency": "NotRequired[Currency]",
    # How often the housing tax falls due.
    "frequency": "NotRequired[Frequency]",
    # Who bears the housing tax.
    "paidBy": "NotRequired[PaidBy]",
    # Whether the charges include the housing tax.
    "includedInCharges": "NotRequired[bool]",
})

# The tax on owning the property.
ObservationPayloadFeesTaxesPropertyTax = TypedDict("ObservationPayloadFeesTaxesPropertyTax", {
    # The amount of the property tax. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the property tax.
    "currency": "NotRequired[Currency]",
    # How often the property tax falls due.
    "frequency": "NotRequired[Frequency]",
    # Who bears the property tax.
    "paidBy": "NotRequired[PaidBy]",
})

# The taxes.
ObservationPayloadFeesTaxes = TypedDict("ObservationPayloadFeesTaxes", {
    # The tax on living in the property.
    "housingTax": "NotRequired[ObservationPayloadFeesTaxesHousingTax]",
    # The tax on owning the property.
    "propertyTax": "NotRequired[ObservationPayloadFeesTaxesPropertyTax]",
})

# The fees of the inventory of fixtures.
ObservationPayloadFeesInventory = TypedDict("ObservationPayloadFeesInventory", {
    # The amount of the inventory fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the inventory fee.
    "currency": "NotRequired[Currency]",
    # The share of the inventory fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the inventory fee.
    "paidBy": "NotRequired[PaidBy]",
})

# The fees of the agency.
ObservationPayloadFeesAgency = TypedDict("ObservationPayloadFeesAgency", {
    # The amount of the agency fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the agency fee.
    "currency": "NotRequired[Currency]",
    # The share of the agency fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the agency fee.
    "paidBy": "NotRequired[PaidBy]",
    # Whether the displayed price includes the agency fee.
    "includedInPrice": "NotRequired[bool]",
})

# The legal fees.
ObservationPayloadFeesLegal = TypedDict("ObservationPayloadFeesLegal", {
    # The nature of the legal fee.
    "type": "NotRequired[LegalFeeType]",
    # The amount of the legal fee. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the legal fee.
    "currency": "NotRequired[Currency]",
    # The share of the legal fee in the price. In per cent.
    "percentage": "NotRequired[float]",
    # Who bears the legal fee.
    "paidBy": "NotRequired[PaidBy]",
})

# One line of the condominium fees.
ObservationPayloadFeesCondominiumBreakdownEntry = TypedDict("ObservationPayloadFeesCondominiumBreakdownEntry", {
    # What the line pays for.
    "type": "NotRequired[CondominiumLineType]",
    # The amount of the line. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the line.
    "currency": "NotRequired[Currency]",
    # How often the line falls due.
    "frequency": "NotRequired[Frequency]",
})

# What the condominium charges its owners.
ObservationPayloadFeesCondominium = TypedDict("ObservationPayloadFeesCondominium", {
    # All condominium fees of one period. In `currency`.
    "total": "NotRequired[float]",
    # The currency of the condominium fees.
    "currency": "NotRequired[Currency]",
    # How often the condominium fees fall due.
    "frequency": "NotRequired[Frequency]",
    # The lines, where the source gives them.
    "breakdown": "NotRequired[list[ObservationPayloadFeesCondominiumBreakdownEntry]]",
})

# What comes beside the price or the rent.
ObservationPayloadFees = TypedDict("ObservationPayloadFees", {
    # The charges a tenant pays each period.
    "charges": "NotRequired[ObservationPayloadFeesCharges]",
    # What a tenant leaves against damage.
    "deposit": "NotRequired[ObservationPayloadFeesDeposit]",
    # The taxes.
    "taxes": "NotRequired[ObservationPayloadFeesTaxes]",
    # The fees of the inventory of fixtures.
    "inventory": "NotRequired[ObservationPayloadFeesInventory]",
    # The fees of the agency.
    "agency": "NotRequired[ObservationPayloadFeesAgency]",
    # The legal fees.
    "legal": "NotRequired[ObservationPayloadFeesLegal]",
    # What the condominium charges its owners.
    "condominium": "NotRequired[ObservationPayloadFeesCondominium]",
})

# One line of the condominium fees.
ObservationPayloadCondominiumFeesBreakdownEntry = TypedDict("ObservationPayloadCondominiumFeesBreakdownEntry", {
    # What the line pays for.
    "type": "NotRequired[CondominiumLineType]",
    # The amount of the line. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the line.
    "currency": "NotRequired[Currency]",
    # How often the line falls due.
    "frequency": "NotRequired[Frequency]",
})

# What the condominium charges its owners.
ObservationPayloadCondominiumFees = TypedDict("ObservationPayloadCondominiumFees", {
    # All condominium fees of one period. In `currency`.
    "total": "NotRequired[float]",
    # The currency of the condominium fees.
    "currency": "NotRequired[Currency]",
    # How often the condominium fees fall due.
    "frequency": "NotRequired[Frequency]",
    # The lines, where the source gives them.
    "breakdown": "NotRequired[list[ObservationPayloadCondominiumFeesBreakdownEntry]]",
})

# The tax on owning the property.
ObservationPayloadPropertyTax = TypedDict("ObservationPayloadPropertyTax", {
    # The amount of the property tax. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the property tax.
    "currency": "NotRequired[Currency]",
    # How often the property tax falls due.
    "frequency": "NotRequired[Frequency]",
    # Who bears the property tax.
    "paidBy": "NotRequired[PaidBy]",
})

# The rent.
ObservationPayloadRent = TypedDict("ObservationPayloadRent", {
    # The amount of the rent. In `currency`.
    "amount": "NotRequired[float]",
    # The currency of the rent.
    "currency": "NotRequired[Currency]",
    # How often the rent falls due.
    "frequency": "NotRequired[Frequency]",
    # Whether the rent includes the charges.
    "includesCharges": "NotRequired[bool]",
})

# The area measured under a law.
ObservationPayloadAreaLegal = TypedDict("ObservationPayloadAreaLegal", {
    # The legal area. In the unit of the indoor areas.
    "value": "NotRequired[float]",
    # The law it was measured under.
    "law": "NotRequired[LegalAreaLaw]",
})

# The plot the property stands on.
ObservationPayloadAreaLand = TypedDict("ObservationPayloadAreaLand", {
    # The unit of the plot.
    "unit": "NotRequired[AreaUnit]",
    # The area of the plot. In `unit`.
    "value": "NotRequired[float]",
})

# The areas, all but the plot in one unit.
ObservationPayloadArea = TypedDict("ObservationPayloadArea", {
    # The area a buyer compares by: the living area, else the total area. In `unit`.
    "displayed": "NotRequired[float]",
    # The unit of the areas beside it.
    "unit": "NotRequired[AreaUnit]",
    # The living area. In `unit`.
    "living": "NotRequired[float]",
    # The total floor area, low ceilings and walls included. In `unit`.
    "total": "NotRequired[float]",
    # The area measured under a law.
    "legal": "NotRequired[ObservationPayloadAreaLegal]",
    # The plot the property stands on.
    "land": "NotRequired[ObservationPayloadAreaLand]",
    # The area of the terraces. In `unit`.
    "terrace": "NotRequired[float]",
    # The area of the balconies. In `unit`.
    "balcony": "NotRequired[float]",
    # The area of the private garden. In `unit`.
    "garden": "NotRequired[float]",
    # The area of the basement or cellar. In `unit`.
    "basement": "NotRequired[float]",
    # The area of the parking spaces. In `unit`.
    "parking": "NotRequired[float]",
})

# One space.
ObservationPayloadParkingSpotsEntry = TypedDict("ObservationPayloadParkingSpotsEntry", {
    # The kind of the space.
    "type": "NotRequired[ParkingType]",
    # Closed by walls and a door.
    "box": "NotRequired[bool]",
})

# The parking of the unit, and by `type` and `spaces` that of the building.
ObservationPayloadParking = TypedDict("ObservationPayloadParking", {
    # Parking spaces in all.
    "total": "NotRequired[int]",
    # The spaces one by one, where the source lists them.
    "spots": "NotRequired[list[ObservationPayloadParkingSpotsEntry]]",
    # The kind of the spaces.
    "type": "NotRequired[ParkingType]",
    # How many spaces there are.
    "spaces": "NotRequired[int]",
})

# How to reach it about the property.
ObservationPayloadPublisherContact = TypedDict("ObservationPayloadPublisherContact", {
    # Its e-mail address.
    "email": "NotRequired[str]",
    # Its telephone number.
    "phone": "NotRequired[str]",
    # Its page at the source.
    "profileUrl": "NotRequired[str]",
})

# Who advertises it.
ObservationPayloadPublisher = TypedDict("ObservationPayloadPublisher", {
    # What kind of advertiser it is.
    "publisherType": "NotRequired[PublisherType]",
    # The name of the agency.
    "agencyName": "NotRequired[str]",
    # The number of its professional card.
    "professionalCardNumber": "NotRequired[str]",
    # Its website.
    "website": "NotRequired[str]",
    # The terms it offers the property on.
    "mandate": "NotRequired[Mandate]",
    # The publisher's own reference of the property.
    "reference": "NotRequired[str]",
    # How to reach it about the property.
    "contact": "NotRequired[ObservationPayloadPublisherContact]",
})

# One picture.
ObservationPayloadPicturesEntry = TypedDict("ObservationPayloadPicturesEntry", {
    # The address of the picture.
    "url": "NotRequired[str]",
    # Its 64-bit perceptual hash in 16 hexadecimal digits.
    "phash": "NotRequired[str]",
})

# How the source promotes it.
ObservationPayloadMarketing = TypedDict("ObservationPayloadMarketing", {
    # How many visitors of the source keep it as a favourite.
    "favorites": "NotRequired[int]",
    # Marked as urgent.
    "urgent": "NotRequired[bool]",
    # Pushed up in the results of the source.
    "boosted": "NotRequired[bool]",
    # Shown larger or in colour.
    "highlighted": "NotRequired[bool]",
})

# Where the source says it is.
ObservationPayloadLocation = TypedDict("ObservationPayloadLocation", {
    # ISO 3166-1 alpha-2 code of the country.
    "countryCode": "NotRequired[str]",
    # The name of the municipality, as written.
    "city": "NotRequired[str]",
    # The postal code, as written.
    "postalCode": "NotRequired[str]",
    # The INSEE code of the municipality or district.
    "inseeCode": "NotRequired[str]",
    # The name of the neighbourhood, as written.
    "neighborhood": "NotRequired[str]",
    # The address as the sources give it.
    "address": "NotRequired[str]",
    # How finely the position is known.
    "accuracy": "NotRequired[LocationAccuracy]",
    # Longitude, then latitude.
    "coordinates": "NotRequired[list[float]]",
})

# What a source says of one listing. Every member is optional.
ObservationPayload = TypedDict("ObservationPayload", {
    # When the source published it, as the source says.
    "publishedAt": "NotRequired[str]",
    # The title.
    "title": "NotRequired[str]",
    # The description.
    "description": "NotRequired[str]",
    # What kind of asset it is.
    "propertyType": "NotRequired[PropertyType]",
    # Old, new or being built.
    "constructionStatus": "NotRequired[ConstructionStatus]",
    # For sale or to let.
    "transactionType": "NotRequired[TransactionType]",
    # How far it has gone.
    "transactionStatus": "NotRequired[TransactionStatus]",
    "saleType": "NotRequired[SaleType]",
    # The day the property becomes free.
    "availableAt": "NotRequired[str]",
    # The price as advertised: of the sale, or the rent of one period. In `currency`.
    "displayedPrice": "NotRequired[float]",
    # The currency of the displayed price.
    "currency": "NotRequired[Currency]",
    # What the seller receives, agency fees left out. In the currency of the displayed price.
    "netPrice": "NotRequired[float]",
    # What comes beside the price or the rent.
    "fees": "NotRequired[ObservationPayloadFees]",
    # What the condominium charges its owners.
    "condominiumFees": "NotRequired[ObservationPayloadCondominiumFees]",
    # The tax on owning the property.
    "propertyTax": "NotRequired[ObservationPayloadPropertyTax]",
    # The rent.
    "rent": "NotRequired[ObservationPayloadRent]",
    # The areas, all but the plot in one unit.
    "area": "NotRequired[ObservationPayloadArea]",
    # The building has a lift.
    "elevator": "NotRequired[bool]",
    # The building has an intercom.
    "intercom": "NotRequired[bool]",
    # The entrance opens by a code.
    "digicode": "NotRequired[bool]",
    # A caretaker looks after the building.
    "caretaker": "NotRequired[bool]",
    # There is a room for bicycles.
    "bikeRoom": "NotRequired[bool]",
    # Accessible to disabled people.
    "disabledAccess": "NotRequired[bool]",
    # There is a gym.
    "gym": "NotRequired[bool]",
    # There is a playground.
    "playground": "NotRequired[bool]",
    # There is a hall for parties.
    "partyHall": "NotRequired[bool]",
    # There is a sports court.
    "sportCourt": "NotRequired[bool]",
    # There is a games room for adults.
    "adultGameRoom": "NotRequired[bool]",
    # The property stands in a gated community.
    "gatedCommunity": "NotRequired[bool]",
    # There is a barbecue.
    "barbecueGrill": "NotRequired[bool]",
    # There is a swimming pool.
    "swimmingPool": "NotRequired[bool]",
    # The networks that reach it.
    "connectivity": "NotRequired[list[Connectivity]]",
    # Main rooms: living rooms and bedrooms, not kitchen nor bathrooms.
    "rooms": "NotRequired[float]",
    # Bedrooms.
    "bedrooms": "NotRequired[float]",
    # Bathrooms; shower rooms are counted apart.
    "bathrooms": "NotRequired[float]",
    # Shower rooms.
    "showerRooms": "NotRequired[int]",
    # Toilets.
    "wc": "NotRequired[int]",
    # Living rooms.
    "livingRooms": "NotRequired[int]",
    # Kitchens.
    "kitchens": "NotRequired[int]",
    # The floor it is on; 0 is the ground floor, below it is negative.
    "floor": "NotRequired[int]",
    # On the last floor of the building.
    "lastFloor": "NotRequired[bool]",
    # On the ground floor.
    "groundFloor": "NotRequired[bool]",
    # On the garden level, with direct access to a garden.
    "gardenFloor": "NotRequired[bool]",
    # Offered furnished.
    "furnished": "NotRequired[bool]",
    # With an equipped kitchen.
    "equippedKitchen": "NotRequired[bool]",
    # With a fireplace.
    "fireplace": "NotRequired[bool]",
    # With air conditioning.
    "airConditioning": "NotRequired[bool]",
    # With double glazing.
    "doubleGlazing": "NotRequired[bool]",
    # With a wooden parquet floor.
    "parquet": "NotRequired[bool]",
    # With a balcony.
    "balcony": "NotRequired[bool]",
    # With a terrace.
    "terrace": "NotRequired[bool]",
    # With a private garden.
    "garden": "NotRequired[bool]",
    # With a dressing room.
    "dressing": "NotRequired[bool]",
    # Open on two opposite sides.
    "crossing": "NotRequired[bool]",
    # Described as quiet.
    "quiet": "NotRequired[bool]",
    # With a cellar.
    "cellar": "NotRequired[bool]",
    # With a basement.
    "basement": "NotRequired[bool]",
    # With a storage room.
    "storage": "NotRequired[bool]",
    # The directions it faces.
    "orientation": "NotRequired[list[Orientation]]",
    # The state of repair of the unit.
    "condition": "NotRequired[Condition]",
    # The parking of the unit, and by `type` and `spaces` that of the building.
    "parking": "NotRequired[ObservationPayloadParking]",
    # The energy diagnostic.
    "diagnostic": "NotRequired[Diagnostic]",
    # How the unit is heated.
    "heating": "NotRequired[list[Heating]]",
    # Floors above the ground floor.
    "buildingFloors": "NotRequired[int]",
    # Lots in the condominium.
    "numberOfLots": "NotRequired[int]",
    "constructionType": "NotRequired[ConstructionType]",
    # The year the building was built.
    "constructionYear": "NotRequired[int]",
    # The year the building was last renovated.
    "renovationYear": "NotRequired[int]",
    # The condominium is under legal proceedings.
    "underLegalProceedings": "NotRequired[bool]",
    # Who advertises it.
    "publisher": "NotRequired[ObservationPayloadPublisher]",
    # The pictures.
    "pictures": "NotRequired[list[ObservationPayloadPicturesEntry]]",
    # How the source promotes it.
    "marketing": "NotRequired[ObservationPayloadMarketing]",
    # Hide the URL and the source from customers.
    "protected": "NotRequired[bool]",
    # Where the source says it is.
    "location": "NotRequired[ObservationPayloadLocation]",
})

# Instead of a format: our paths and the columns or JSON pointers of any CSV or JSON file, as in a mapping file of `gable ingest --mapping`.
CreateFeedRequestMapping = TypedDict("CreateFeedRequestMapping", {
})

CreateFeedRequest = TypedDict("CreateFeedRequest", {
    # Slug of the source; one that is new is created.
    "source": "str",
    # Where the file is: HTTPS, on a public host. Redirects are not followed.
    "address": "str",
    # The format of the file, plain or packed; left out where a mapping says how it is read.
    "format": "NotRequired[FeedFormat]",
    # Instead of a format: our paths and the columns or JSON pointers of any CSV or JSON file, as in a mapping file of `gable ingest --mapping`.
    "mapping": "NotRequired[CreateFeedRequestMapping]",
    # From the beginning of one pull to that of the next. Default: `21600`.
    "intervalSeconds": "NotRequired[int]",
    # The file names every live listing of the source: those absent from it have expired. Default: `false`.
    "full": "NotRequired[bool]",
    # A larger file is refused. Default: `536870912`.
    "maxBytes": "NotRequired[int]",
    # False: pulled by hand only. Default: `true`.
    "enabled": "NotRequired[bool]",
})

RemoveListingRequest = TypedDict("RemoveListingRequest", {
    # The URL of the listing, in any spelling.
    "url": "str",
    "reason": "NotRequired[str]",
})

# What kind of asset is offered.
PropertyType: TypeAlias = Literal["FLAT", "HOUSE", "BUILDING", "PARKING", "OFFICE", "LAND", "SHOP", "COMMERCIAL_PREMISES"]

# The level of an administrative division, the widest first.
DivisionType: TypeAlias = Literal["COUNTRY", "ADMINISTRATIVE_REGION", "ADMINISTRATIVE_SUBREGION", "MUNICIPALITY_GROUP", "MUNICIPALITY", "MUNICIPAL_DISTRICT", "NEIGHBORHOOD", "SUB_NEIGHBORHOOD"]

# The direction of `order[createdAt]` in a collection.
CollectionOrder: TypeAlias = Literal["asc", "desc"]

# How far a notification has gone.
NotificationStatus: TypeAlias = Literal["PENDING", "DELIVERED", "FAILED", "SUSPENDED", "SKIPPED"]

ValuedType: TypeAlias = Literal["FLAT", "HOUSE"]

# What happened to a listing in the warehouse.
AnalyticsEventType: TypeAlias = Literal["CREATED", "UPDATED", "EXPIRED", "REACTIVATED"]

# Whether the property is for sale or to let.
TransactionType: TypeAlias = Literal["SELL", "RENT"]

# The letter of a diagnostic score, the best first.
ScoreRating: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G"]

# What kind of advertiser a publisher is.
PublisherType: TypeAlias = Literal["PRIVATE_INDIVIDUAL", "REAL_ESTATE_AGENCY", "COMMERCIAL_AGENT", "MANDATED_AGENT", "PROFESSIONAL_UNKNOWN"]

# The columns analytics may be grouped by.
AnalyticsGroupBy: TypeAlias = Literal["property_type", "transaction_type", "event_type", "city_id", "district_id", "neighborhood_id", "dpe_energy_rating", "dpe_ghg_rating", "publisher_type", "price_currency", "transaction_status", "sale_type", "mandate_type", "condition", "location_accuracy", "heating_system", "energy_carrier", "source_id"]

# The width of a period of analytics.
AnalyticsTimeBucket: TypeAlias = Literal["day", "week", "month", "quarter", "year"]

TableFormat: TypeAlias = Literal["csv", "parquet"]

ValuationMarket: TypeAlias = Literal["SALE", "ASKING", "RENT"]

# The width of a point of the usage series.
UsageGranularity: TypeAlias = Literal["YEAR", "MONTH", "DAY"]

# What splits a point of the usage series.
UsageGroupBy: TypeAlias = Literal["API_KEY", "ROUTE", "CHANNEL"]

# How a call came in.
UsageChannel: TypeAlias = Literal["DIRECT", "MCP"]

# Whether the property is old, new or still being built.
ConstructionStatus: TypeAlias = Literal["OLD", "NEW", "UNDER_CONSTRUCTION"]

# How far the transaction has gone, the strongest claim first.
TransactionStatus: TypeAlias = Literal["AVAILABLE", "UNDER_OFFER", "SOLD", "RENTED", "WITHDRAWN"]

# The legal form of the sale.
SaleType: TypeAlias = Literal["STANDARD", "LIFE_ANNUITY"]

# The unit an area is given in.
AreaUnit: TypeAlias = Literal["SQM", "SQFT", "HECTARE", "ACRE"]

# The law a legal area is measured under.
LegalAreaLaw: TypeAlias = Literal["CARREZ", "BOUTIN", "RERA"]

# The directions a unit faces.
Orientation: TypeAlias = Literal["NORTH", "NORTH_EAST", "EAST", "SOUTH_EAST", "SOUTH", "SOUTH_WEST", "WEST", "NORTH_WEST"]

# The state of repair of a unit or a building.
Condition: TypeAlias = Literal["NEW", "GOOD", "TO_RENOVATE"]

# The kind of a parking space.
ParkingType: TypeAlias = Literal["GARAGE", "OUTDOOR", "UNDERGROUND", "COVERED"]

# The scheme of an energy diagnostic.
DiagnosticType: TypeAlias = Literal["DPE"]

# The edition of the rules a diagnostic was made under.
DiagnosticStandard: TypeAlias = Literal["FR_DPE_2006", "FR_DPE_2021"]

# The unit of a diagnostic score.
ScoreUnit: TypeAlias = Literal["KWH_EP_PER_SQM_YEAR", "KG_CO2E_PER_SQM_YEAR"]

# The installation that produces or spreads the heat.
HeatingSystem: TypeAlias = Literal["BOILER", "HEAT_PUMP", "RADIATOR", "FLOOR_HEATING", "SOLAR_THERMAL", "WOOD_STOVE", "AIR_CONDITIONING", "ELECTRIC_HEATER"]

# What the heating consumes.
EnergyCarrier: TypeAlias = Literal["GAS", "ELECTRICITY", "OIL", "WOOD", "SOLAR", "GEOTHERMAL", "DISTRICT_HEATING"]

# The style or main material of the building.
ConstructionType: TypeAlias = Literal["HAUSSMANNIAN", "MODERN", "CONTEMPORARY", "TRADITIONAL", "STONE", "BRICK", "CONCRETE", "WOOD", "MIXED", "OTHER"]

# The networks that reach the building.
Connectivity: TypeAlias = Literal["CABLE", "FIBER"]

# ISO 4217 code of the currency of an amount.
Currency: TypeAlias = Literal["EUR", "USD", "GBP", "CHF"]

# Who bears an amount.
PaidBy: TypeAlias = Literal["BUYER", "SELLER", "OWNER", "TENANT"]

# The nature of the legal fees of a sale.
LegalFeeType: TypeAlias = Literal["NOTARY", "REGISTRATION", "OTHER"]

# How often an amount falls due.
Frequency: TypeAlias = Literal["WEEKLY", "MONTHLY", "YEARLY"]

# A line of the condominium fees.
CondominiumLineType: TypeAlias = Literal["HEATING", "WATER", "CARETAKER", "MAINTENANCE", "OTHER"]

# A line of the rental charges.
RentalChargeLineType: TypeAlias = Literal["HEATING", "WATER", "MAINTENANCE", "GARBAGE", "ELECTRICITY", "GAS", "INTERNET", "OTHER"]

# How sure an estimate is, the surest first.
ValuationConfidence: TypeAlias = Literal["A", "B", "C", "D"]

# How finely a location is known, the finest first.
LocationAccuracy: TypeAlias = Literal["PRECISE", "STREET", "NEIGHBORHOOD", "DISTRICT", "CITY", "UNKNOWN"]

# What a recorded change is about.
ChangeAttribute: TypeAlias = Literal["DISPLAYED_PRICE", "DISPLAYED_AREA", "DESCRIPTION", "TITLE", "FEATURES", "ROOMS", "BEDROOMS", "ADDRESS", "GEO_POINT", "CITY", "DISTRICT", "NEIGHBORHOOD", "LOCATION_ACCURACY", "PICTURES", "TRANSACTION_STATUS"]

# The terms on which a publisher offers the property.
Mandate: TypeAlias = Literal["EXCLUSIVE", "SEMI_EXCLUSIVE", "NON_EXCLUSIVE"]

# What an alert may notify.
AlertEventType: TypeAlias = Literal["NEW_MATCH", "PRICE_CHANGE", "OTHER_CHANGE", "EXPIRED", "REACTIVATED"]

# How sure a resolved address is, the surest first.
AddressConfidence: TypeAlias = Literal["EXACT", "HIGH", "MEDIUM", "LOW", "NONE"]

# The evidence an address was resolved from.
AddressMethod: TypeAlias = Literal["ENERGY_CERTIFICATE_NUMBER", "ENERGY_CERTIFICATE_CHARACTERISTICS", "NATIONAL_ADDRESS_BASE"]

LifelineEventKind: TypeAlias = Literal["LISTED", "RELISTED", "PRICE_CHANGED", "EXPIRED", "SOLD"]

# How far an export has gone.
ExportStatus: TypeAlias = Literal["PENDING", "RUNNING", "READY", "FAILED", "EXPIRED"]

# The format of an export.
ExportFormat: TypeAlias = Literal["NDJSON", "PARQUET"]

# Why the service itself disabled an alert.
AlertDisabledReason: TypeAlias = Literal["NO_DESTINATION"]

# Whether an alert notifies once a property or once a listing.
AlertScope: TypeAlias = Literal["PROPERTY", "LISTING"]

AlertDeliveryMode: TypeAlias = Literal["INSTANT", "DIGEST"]

Language: TypeAlias = Literal["en", "fr"]

# The channel a notification leaves by.
DestinationType: TypeAlias = Literal["WEBHOOK", "EMAIL"]

# Whether a destination is being served.
DestinationStatus: TypeAlias = Literal["ACTIVE", "SUSPENDED"]

# Why a destination is not served.
SuspensionReason: TypeAlias = Literal["UNCONFIRMED", "UNSUBSCRIBED", "FAILING"]

DeliveryOutcome: TypeAlias = Literal["DELIVERED", "FAILED", "LOST", "SKIPPED"]

# Where a closed transaction is known from.
TransactionSource: TypeAlias = Literal["DVF", "NOTAIRES_FR"]

# The legal nature of a closed transaction.
TransactionNature: TypeAlias = Literal["SALE", "OFF_PLAN_SALE", "AUCTION", "EXPROPRIATION", "EXCHANGE", "OTHER"]

TransactionLotRole: TypeAlias = Literal["PRINCIPAL", "SECONDARY"]

TransactionLotKind: TypeAlias = Literal["HOUSE", "FLAT", "COMMERCIAL_PREMISES", "OUTBUILDING", "LAND"]

NoValueReason: TypeAlias = Literal["NO_MODEL", "TYPE_UNKNOWN", "AREA_MISSING", "POSITION_MISSING", "OUTSIDE_TRAINED_AREAS", "TOO_FEW_COMPARABLES"]

ValuationClass: TypeAlias = Literal["A", "B", "C", "D"]

ValuationFitStatus: TypeAlias = Literal["NONE", "DUE", "FITTING", "FITTED", "FAILED", "TOO_FEW_PRICES"]

AuditActorType: TypeAlias = Literal["KEY", "PERSON", "COMMAND"]

FeedFormat: TypeAlias = Literal["ndjson", "kyero", "openimmo", "poliris", "ubiflow", "blm", "trovit", "idealista", "bienici", "schema-org", "reso"]

FeedRunStatus: TypeAlias = Literal["RUNNING", "TAKEN", "UNCHANGED", "FAILED"]

RejectionKind: TypeAlias = Literal["INVALID", "REFUSED"]

# What a diagnostic score measures.
ScoreType: TypeAlias = Literal["ENERGY_CONSUMPTION", "CARBON_EMISSIONS"]

# What a unit may have.
UnitFeature: TypeAlias = Literal["LAST_FLOOR", "GROUND_FLOOR", "GARDEN_FLOOR", "FURNISHED", "DISABLED_ACCESS", "EQUIPPED_KITCHEN", "FIREPLACE", "AIR_CONDITIONING", "DOUBLE_GLAZING", "PARQUET", "BALCONY", "TERRACE", "GARDEN", "DRESSING", "CROSSING", "QUIET", "CELLAR", "BASEMENT", "STORAGE"]

# What a building may offer.
AmenityFeature: TypeAlias = Literal["ELEVATOR", "INTERCOM", "DIGICODE", "CARETAKER", "BIKE_ROOM", "DISABLED_ACCESS", "GYM", "PLAYGROUND", "PARTY_HALL", "SPORT_COURT", "ADULT_GAME_ROOM", "GATED_COMMUNITY", "BARBECUE_GRILL", "SWIMMING_POOL", "PARKING"]

# What kind of advertiser a publisher is. Or a group of these values.
PublisherTypeOrGroup: TypeAlias = Literal["PRIVATE_INDIVIDUAL", "REAL_ESTATE_AGENCY", "COMMERCIAL_AGENT", "MANDATED_AGENT", "PROFESSIONAL_UNKNOWN", "PROFESSIONAL"]

# How a search is walked.
PaginationType: TypeAlias = Literal["PAGE", "CURSOR"]

# What search results may be ordered by.
SortField: TypeAlias = Literal["CREATED_AT", "UPDATED_AT", "PRICE", "AREA", "PRICE_PER_AREA", "VALUATION_DEVIATION"]

# The direction of an order.
SortDirection: TypeAlias = Literal["ASC", "DESC"]

SearchMetaMember: TypeAlias = Literal["relaxations"]

FilterVerdict: TypeAlias = Literal["PASS", "FAIL", "MISSING"]

# What happened to a property of the change stream.
ChangeType: TypeAlias = Literal["CREATED", "CHANGED", "EXPIRED", "REACTIVATED", "MERGED", "SPLIT", "REMOVED"]

# Why a property of the change stream changed.
ChangeCause: TypeAlias = Literal["LISTING_CREATED", "LISTING_UPDATED", "LISTING_EXPIRED", "LISTING_REACTIVATED", "LISTING_REMOVED", "REGROUPED", "PRICE_VERDICT", "CORRECTION"]

ReplayableStatus: TypeAlias = Literal["DELIVERED", "FAILED", "SKIPPED"]

ValuedPropertyType: TypeAlias = Literal["FLAT", "HOUSE"]

# The family of a route in the usage report.
UsageRouteType: TypeAlias = Literal["search", "read", "analytics", "alerts", "geo", "account", "mcp", "other"]
