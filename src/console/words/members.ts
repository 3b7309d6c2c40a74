import { catalogueFrench } from '../../catalogue/french.ts';
import { factName } from '../screens/property/flatten.ts';
import { bilingual, type Language } from '../state/bilingual.ts';

export const propertyMemberWords = bilingual({
  transaction: ['Transaction', 'Transaction'],
  pricing: ['Price', 'Prix'],
  area: ['Areas', 'Surfaces'],
  unit: ['The home', 'Le logement'],
  building: ['The building', 'L’immeuble'],
  amenities: ['Amenities', 'Équipements'],
});

/** French for members whose name is no label of a filter. */
const french: Readonly<Record<string, string>> = {
  Amount: 'Montant',
  Percentage: 'Pourcentage',
  'Paid by': 'À la charge de',
  'Included in price': 'Inclus dans le prix',
  Living: 'Habitable',
  Total: 'Total',
  Value: 'Valeur',
  Law: 'Loi',
  'Shower rooms': 'Salles d’eau',
  Wc: 'WC',
  'Living rooms': 'Séjours',
  Kitchens: 'Cuisines',
  Floors: 'Étages',
  Date: 'Date',
  Standard: 'Norme',
  Rating: 'Étiquette',
  System: 'Système',
  'Energy carrier': 'Énergie',
  Collective: 'Collectif',
  Status: 'Statut',
  'Sale type': 'Type de vente',
  'Available at': 'Disponible le',
  Frequency: 'Périodicité',
  'Includes charges': 'Charges comprises',
  Months: 'Mois',
  Reference: 'Référence',
  Spaces: 'Places',
  Connectivity: 'Connexion',
  'Number of lots': 'Nombre de lots',
  Type: 'Type',
};

/** Members with the same name are distinguished by their path. */
const SAME: Readonly<Record<string, readonly [string, string]>> = {
  transactionType: ['Offered', 'Offre'],
  transactionStatus: ['Status', 'Statut'],
  displayedPrice: ['Price', 'Prix'],
  'transaction.type': ['Offered', 'Offre'],
  'pricing.displayed': ['Price', 'Prix'],
  'pricing.pricePerArea': ['Price per m²', 'Prix au m²'],
  'area.displayed': ['Area', 'Surface'],
  'sale.netPrice': ['Net price', 'Prix net vendeur'],
  'legal.law': ['Measured under', 'Mesurée selon'],
  'legal.amount': ['Legal fees', 'Frais de notaire'],
  'legal.percentage': ['Legal fees (%)', 'Frais de notaire (%)'],
  'propertyTax.paidBy': ['Property tax paid by', 'Taxe foncière à la charge de'],
  'parking.spaces': ['Shared parking spaces', 'Places de parking communes'],
  'parking.type': ['Kind of parking', 'Type de parking'],
  'spots.type': ['Parking', 'Parking'],
  'spots.box': ['Closed box', 'Box fermé'],
  'heating.system': ['Heating', 'Chauffage'],
  'heating.energyCarrier': ['Heating energy', 'Énergie de chauffage'],
  'heating.collective': ['Collective heating', 'Chauffage collectif'],
  'unit.wc': ['Toilets', 'WC'],
  'diagnostic.type': ['Diagnostic', 'Diagnostic'],
  'ENERGY_CONSUMPTION.rating': ['Energy label', 'Étiquette énergie'],
  'ENERGY_CONSUMPTION.value': ['Energy (kWh/m²/year)', 'Énergie (kWh/m²/an)'],
  'CARBON_EMISSIONS.rating': ['Climate label', 'Étiquette climat'],
  'CARBON_EMISSIONS.value': ['Emissions (kg CO₂/m²/year)', 'Émissions (kg CO₂/m²/an)'],
  'rent.amount': ['Rent', 'Loyer'],
  'charges.amount': ['Charges', 'Charges'],
  'deposit.amount': ['Deposit', 'Dépôt de garantie'],
  'agency.amount': ['Agency fees', 'Honoraires d’agence'],
  'agency.percentage': ['Agency fees (%)', 'Honoraires (%)'],
  'agency.paidBy': ['Agency fees paid by', 'Honoraires à la charge de'],
  'agency.includedInPrice': ['Agency fees included', 'Honoraires inclus'],
  'legal.value': ['Legal area', 'Surface légale'],
  'indoor.living': ['Living area', 'Surface habitable'],
  'indoor.total': ['Indoor area', 'Surface intérieure'],
  'land.value': ['Land', 'Terrain'],
  'outdoor.terrace': ['Terrace area', 'Surface de terrasse'],
  'outdoor.balcony': ['Balcony area', 'Surface de balcon'],
  'outdoor.garden': ['Garden area', 'Surface de jardin'],
  'parking.total': ['Parking spaces', 'Places de parking'],
  'condominium.total': ['Condominium fees', 'Charges de copropriété'],
  'propertyTax.amount': ['Property tax', 'Taxe foncière'],
};

export function memberLabel(language: Language, path: string): string {
  const pair =
    SAME[
      path
        .replace(/\[\d+\]/g, '')
        .split('.')
        .slice(-2)
        .join('.')
    ];
  if (pair) return pair[language === 'fr' ? 1 : 0];
  const name = factName(path);
  return language === 'fr' ? (french[name] ?? catalogueFrench.get(name) ?? name) : name;
}
