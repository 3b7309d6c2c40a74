import { namedId } from '../lib/ids.ts';

/** Invented portals under the reserved domain, one of each kind that real ones come in. */
export const demoSources = [
  { slug: 'figures-immo', name: 'Figures Immo', domain: 'figures-immo.example', category: 'Portal' },
  {
    slug: 'le-bon-toit',
    name: 'Le Bon Toit',
    domain: 'le-bon-toit.example',
    category: 'Classified advertisements',
  },
  {
    slug: 'agences-reunies',
    name: 'Agences Réunies',
    domain: 'agences-reunies.example',
    category: 'Agency network',
  },
  { slug: 'cabinet-mercier', name: 'Cabinet Mercier', domain: 'cabinet-mercier.example', category: 'Agency' },
  {
    slug: 'neuf-horizon',
    name: 'Neuf Horizon',
    domain: 'neuf-horizon.example',
    category: 'New-build developer',
  },
  {
    slug: 'encheres-notariales',
    name: 'Enchères Notariales',
    domain: 'encheres-notariales.example',
    category: 'Auction house',
  },
];

const DEMO_NAMESPACE = '8d0f3b52-2f0a-5a53-9d0b-6d1c5e7f9a21';

/** A few homes, so that nothing is empty on the first day. */
export const demoHomes = [
  { title: 'Deux pièces sous les toits, Paris', propertyType: 'FLAT', price: 415_000, area: 38, rooms: 2 },
  { title: 'Maison de ville avec jardin, Lyon', propertyType: 'HOUSE', price: 690_000, area: 124, rooms: 5 },
  { title: 'Studio près du Vieux-Port, Marseille', propertyType: 'FLAT', price: 118_000, area: 24, rooms: 1 },
] as const;

export const demoPropertyId = (title: string): string => namedId(DEMO_NAMESPACE, title);
