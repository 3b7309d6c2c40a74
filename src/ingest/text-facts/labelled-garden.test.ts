import { test } from 'node:test';
import { assertLabelled, assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const house = { propertyType: 'HOUSE', transactionType: 'SELL' } as const;

test('the garden of a flat is read when it is private', () => {
  assertLabelled('unit.garden', flat, {
    yes: [
      'Jardin privatif de 40 m².',
      'Un jardin de 54 m² plein sud.',
      'Rez-de-jardin avec jardin privatif clos.',
      'Appartement de 48 m² et son jardin.',
      'Séjour donnant accès à un jardin en jouissance privative.',
      'Jardin à jouissance exclusive.',
      'Triplex avec jardin | Quartier de la mairie.',
      'Beau 2 pièces avec jardin | À visiter.',
      'Jardinet de 15 m².',
      'Le bien jouit d’un grand jardin d’environ 80 m².',
      'Cuisine donnant sur un jardin privatif de 50 m².',
      'Terrasse et jardin privatif.',
    ],
    no: ['Sans jardin.', 'Pas de jardin.', 'Jardin : non'],
    silent: [
      'Vue sur jardins.',
      'Chambre sur jardin.',
      'Donnant sur cour et jardin.',
      'Magnifique rez-de-jardin de 440 m².',
      'Studio en rez-de-jardin.',
      'Immeuble récent avec jardin.',
      'Résidence avec jardins et gardien.',
      'Au calme sur jardin intérieur.',
      'Jardin commun arboré.',
      'Jardin partagé par les copropriétaires.',
      'Grand jardin intérieur réservé à la copropriété.',
      'Balcon sur jardin.',
      'Vue dégagée sur un jardin de 800 m².',
      'À deux pas du Jardin des Plantes.',
      'Proche écoles, commerces et jardin public.',
      'Jardin d’hiver lumineux.',
      'Traversant rue et jardin.',
      'Salon de jardin compris.',
      'Rue du Jardin Botanique.',
      'Jardins privatifs pour certains lots.',
      'Des logements prolongés pour la plupart de jardins privatifs.',
      'Possibilité de jardin ouvrier.',
      'Exposition jardin, sans vis-à-vis.',
      'Immeuble au cœur d’un parc, entouré de jardins.',
      'Cité-jardin du début du siècle.',
    ],
  });
});

test('the garden of a house is read unless it is a view', () => {
  assertLabelled('unit.garden', house, {
    yes: [
      'Maison avec jardin.',
      'Jardin arboré et piscine.',
      'Séjour ouvrant sur le jardin clos.',
      'Double séjour, cuisine, jardin, garage.',
      'Donne sur un joli jardin de 200 m².',
    ],
    no: ['Maison de ville sans jardin.'],
    silent: ['Proche du jardin des Tuileries.', 'Jardin d’hiver.', 'Vue sur les jardins de la mairie.'],
  });
});

test('the area of a garden-level flat is not that of its garden', () => {
  assertReadings(['area.outdoor.garden', 'unit.garden'], flat, {
    'Superbe rez-de-jardin de 440 m² au calme.': {},
    'Rez de jardin de 60 m² avec jardin de 90 m².': { 'area.outdoor.garden': 90, 'unit.garden': true },
  });
});
