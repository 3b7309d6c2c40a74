import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const paths = [
  ...['amenities.elevator', 'unit.balcony', 'unit.terrace', 'unit.garden', 'unit.cellar', 'unit.furnished'],
  ...['amenities.swimmingPool', 'amenities.caretaker', 'amenities.digicode', 'unit.equippedKitchen'],
];
const lift = (has: boolean) => ({ 'amenities.elevator': has });
const balcony = (has: boolean) => ({ 'unit.balcony': has });
const cellar = (has: boolean) => ({ 'unit.cellar': has });

test('features of the home are read as true', () => {
  assertReadings(paths, flat, {
    'Immeuble avec ascenseur et digicode.': { ...lift(true), 'amenities.digicode': true },
    'Séjour donnant sur balcon.': balcony(true),
    'Loggia, cave et terrasse plein sud.': { ...balcony(true), ...cellar(true), 'unit.terrace': true },
    'Jardin privatif de 40 m².': { 'unit.garden': true },
    'Résidence avec piscine et gardien.': { 'amenities.swimmingPool': true, 'amenities.caretaker': true },
    'Studio meublé et équipé.': { 'unit.furnished': true },
    'Cuisine aménagée et équipée.': { 'unit.equippedKitchen': true },
    'Une cave complète ce bien.': cellar(true),
  });
});

test('denied features are read as false', () => {
  assertReadings(paths, flat, {
    'Au 3ème sans ascenseur.': lift(false),
    'Pas de balcon.': balcony(false),
    'Pas d’ascenseur, ni cave.': { ...lift(false), ...cellar(false) },
    'Sans balcon ni terrasse.': { ...balcony(false), 'unit.terrace': false },
    'Aucune cave.': cellar(false),
    'Location non meublée.': { 'unit.furnished': false },
    'Loué vide.': { 'unit.furnished': false },
  });
});

test('features of others, possible ones and those nearby are not read', () => {
  assertReadings(paths, flat, {
    'Vue sur balcon du voisin.': {},
    'Vue sur jardin.': {},
    'Chambre donnant sur jardin.': {},
    'À deux pas du jardin du Luxembourg.': {},
    'Proche jardin public et piscine municipale.': {},
    'Rue des Jardins.': {},
    'Possibilité de créer un balcon.': {},
    'Ascenseur en projet.': {},
    'Cave en option.': {},
    'Cave à vin encastrée.': {},
    'Jardin commun arboré.': {},
    'Terrasse partagée sur le toit.': {},
    'Cuisine meublée.': {},
    'Meuble vasque dans la salle de bains.': {},
    'À 200 mètres de la piscine.': {},
    'Balcon ou terrasse pour chaque logement.': {},
    'Balcons, terrasses ou jardins privatifs.': {},
    'Les Terrasses du Parc | Programme neuf.': {},
    'Ancienne loge de gardien.': {},
    'Terrasse de café au pied de l’immeuble.': {},
  });
});

test('a text that contradicts itself gives no fact', () => {
  assertReadings(paths, flat, {
    'Appartement sans ascenseur | Immeuble avec ascenseur.': {},
    'Avec cave. Pas de cave.': {},
  });
});
