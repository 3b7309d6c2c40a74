/** Invented portals under the reserved domain, one of each category. */
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
