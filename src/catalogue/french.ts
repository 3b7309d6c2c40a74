/** French for the labels of the catalogue, by their English. A test of the console finds missing ones. */
const table = `
Places|Lieux
Property type|Type de bien
Transaction|Transaction
Construction status|Neuf ou ancien
Sale type|Type de vente
Standard|Classique
Life annuity|Viager
Off the market|Retiré du marché
Area|Surface
Land|Terrain
Words of the title|Mots du titre
Words of the description|Mots de la description
Price|Prix
Price per m²|Prix au m²
Price difference between adverts|Écart de prix entre annonces
Price against the estimate|Prix par rapport à l’estimation
Net price|Prix net vendeur
Agency fees paid by|Honoraires à la charge de
Agency fees included in the price|Honoraires inclus dans le prix
Agency fees|Honoraires d’agence
Agency fees in per cent|Honoraires en pourcentage
Condominium fees|Charges de copropriété
Legal fees|Frais de notaire
Rent|Loyer
Rent includes charges|Loyer charges comprises
Rental charges|Charges locatives
Deposit|Dépôt de garantie
Rooms|Pièces
Bedrooms|Chambres
Bathrooms|Salles de bains
Floor|Étage
Orientation|Exposition
Condition|État
Diagnostic standard|Norme du diagnostic
Heating|Chauffage
Heating energy|Énergie de chauffage
Collective heating|Chauffage collectif
Construction year|Année de construction
Renovation year|Année de rénovation
Lots in the condominium|Lots de la copropriété
Floors of the building|Étages de l’immeuble
Construction type|Type de construction
Condition of the building|État de l’immeuble
Heating of the building|Chauffage de l’immeuble
Heating energy of the building|Énergie de chauffage de l’immeuble
Collective heating of the building|Chauffage collectif de l’immeuble
Energy scores|Étiquettes énergie
Features|Prestations
Amenities|Équipements de l’immeuble
Publisher type|Type d’annonceur
Mandate|Mandat
Has an e-mail address|Donne une adresse e-mail
Has a telephone number|Donne un téléphone
Publisher's reference|Référence de l’annonceur
Urgent|Urgent
Boosted|Remontée
Highlighted|Mise en avant
Favourites at the source|Favoris à la source
Address of the advertisement|Adresse de l’annonce
Sources|Sources
Went offline|Mise hors ligne
Price agrees with the market|Prix cohérent avec le marché
First seen|Première apparition
Last changed|Dernier changement
Changed|Changement
Variation|Variation
Changed at|Changé le
Precise|Exacte
Street|Rue
Neighborhood|Quartier
District|Arrondissement
City|Commune
Unknown|Inconnue
Flat|Appartement
House|Maison
Building|Immeuble
Parking|Parking
Office|Bureau
Shop|Boutique
Commercial premises|Local commercial
For sale|À vendre
To let|À louer
Old|Ancien
New|Neuf
Under construction|En construction
Buyer|Acquéreur
Seller|Vendeur
Owner|Propriétaire
Tenant|Locataire
North|Nord
North east|Nord-est
East|Est
South east|Sud-est
South|Sud
South west|Sud-ouest
West|Ouest
North west|Nord-ouest
Good|Bon
To renovate|À rénover
DPE before July 2021|DPE avant juillet 2021
DPE since July 2021|DPE depuis juillet 2021
Boiler|Chaudière
Heat pump|Pompe à chaleur
Radiator|Radiateur
Floor heating|Chauffage au sol
Solar thermal|Solaire thermique
Wood stove|Poêle à bois
Air conditioning|Climatisation
Electric heater|Chauffage électrique
Gas|Gaz
Electricity|Électricité
Oil|Fioul
Wood|Bois
Solar|Solaire
Geothermal|Géothermie
District heating|Chauffage urbain
Haussmannian|Haussmannien
Modern|Moderne
Contemporary|Contemporain
Traditional|Traditionnel
Stone|Pierre
Brick|Brique
Concrete|Béton
Mixed|Mixte
Other|Autre
Energy consumption|Consommation d’énergie
Carbon emissions|Émissions de gaz à effet de serre
Last floor|Dernier étage
Ground floor|Rez-de-chaussée
Garden floor|Rez-de-jardin
Furnished|Meublé
Disabled access|Accès handicapé
Equipped kitchen|Cuisine équipée
Fireplace|Cheminée
Double glazing|Double vitrage
Parquet|Parquet
Balcony|Balcon
Terrace|Terrasse
Garden|Jardin
Dressing|Dressing
Crossing|Traversant
Quiet|Calme
Cellar|Cave
Basement|Sous-sol
Storage|Rangement
Elevator|Ascenseur
Intercom|Interphone
Digicode|Digicode
Caretaker|Gardien
Bike room|Local à vélos
Gym|Salle de sport
Playground|Aire de jeux
Party hall|Salle de fêtes
Sport court|Terrain de sport
Adult game room|Salle de jeux
Gated community|Résidence fermée
Barbecue grill|Barbecue
Swimming pool|Piscine
Private individual|Particulier
Real estate agency|Agence immobilière
Commercial agent|Agent commercial
Mandated agent|Mandataire
Professional unknown|Professionnel
Professional|Professionnel
Exclusive|Exclusif
Semi exclusive|Semi-exclusif
Non exclusive|Simple
Displayed price|Prix affiché
Displayed area|Surface affichée
Description|Description
Title|Titre
Address|Adresse
Geo point|Position
Location accuracy|Précision de la position
Pictures|Photos
Transaction status|Statut
New match|Nouveau bien
Price change|Changement de prix
Other change|Autre changement
Expired|Retrait du marché
Reactivated|Retour sur le marché
Pending|En attente
Delivered|Livrée
Failed|Échouée
Suspended|Suspendue
Skipped|Écartée
Active|Active
Available|Disponible
Sold|Vendu
Rented|Loué
Under offer|Sous offre
Sale|Vente
Off plan sale|Vente en l’état futur d’achèvement
Auction|Adjudication
Expropriation|Expropriation
Exchange|Échange
`;

export const catalogueFrench: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|') as [string, string]),
);
