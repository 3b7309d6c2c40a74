import { test } from 'node:test';
import { assertLabelled } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const house = { propertyType: 'HOUSE', transactionType: 'SELL' } as const;

const PARKING = ['unit.parking.total', 'unit.parking.spots'];

test('parking is read only when it is part of a flat', () => {
  assertLabelled(PARKING, flat, {
    yes: [
      'Une cave et un parking complètent ce bien.',
      'Le lot comprend une place de stationnement en sous-sol.',
      'Deux places de parking en enfilade.',
      'Vendu avec cave et parking.',
      'Un emplacement de parking au premier sous-sol.',
      'T3 avec balcon, cave et place de parking | Au calme.',
      'Box fermé en sous-sol.',
      'Une cave et un box complètent l’ensemble.',
      'L’appartement dispose d’un garage fermé.',
      'Double emplacement de parking.',
      'Parking privatif sécurisé.',
      'Cave, parking, gardien.',
      'Il bénéficie de 2 places de parking.',
      'Une place de parking incluse dans le prix.',
      'Garage double en sous-sol.',
      'Un carport et un abri de jardin.',
    ],
    no: ['Sans parking.', 'Ni cave ni parking.', 'Parking : non', 'Pas de garage.', 'Parking : 0'],
    silent: [
      'Emplacement idéal, au pied du métro.',
      'Excellent emplacement !',
      'Situé sur un emplacement numéro un.',
      'Emplacement exceptionnel, faire vite.',
      'Salle d’eau avec emplacement pour machine à laver.',
      'Possibilité d’acquérir un parking en sus.',
      'Poss. parking en location.',
      'Parking possible en sus du prix.',
      'Un box est à vendre séparément dans la résidence.',
      'Un parking au sous-sol est également disponible.',
      'Parking 20 000 € en supplément.',
      'Place de parking : 15 000 euros.',
      'Loyer 1 050 € + 100 € de parking.',
      'Dépôt de garantie pour parking : 120 €.',
      'En option : parking.',
      'Parking public au pied de l’immeuble.',
      'Parking Vinci à deux pas.',
      'Stationnement aisé dans la rue.',
      'Place pour deux roues dans le parking.',
      'Accès direct par ascenseur au parking.',
      'Garage à vélos et local poussettes.',
      'Box internet et télévision comprises.',
      'Wifi, box + télévision.',
      'À proximité : commerces, écoles, parking.',
      'Logements pour la plupart complétés d’une place de parking.',
      'Chaque appartement avec parking ou garage.',
      'Une deuxième place de parking peut être louée.',
      'Parking collectif de la résidence.',
      'Ancien garage transformé en bureau.',
      'Possibilité de garage.',
      'Parking visiteurs.',
      'Proche parking de la gare.',
    ],
  });
});

test('the garage of a house is read, a car repair shop is not', () => {
  assertLabelled(PARKING, house, {
    yes: [
      'Garage attenant.',
      'Maison de plain-pied avec garage.',
      'Grand garage pour deux voitures.',
      'Deux emplacements de parking dans la cour.',
      'Au sous-sol : garage, buanderie et cave.',
    ],
    silent: ['Garage automobile à 200 mètres.', 'Possibilité de construire un garage.', 'Bel emplacement.'],
  });
});
