/** The owners of the data the base map is drawn from; both licences require their names on the map. NOTICE has the full list. */
const OWNERS = [
  { name: 'GeoNames', url: 'https://www.geonames.org/' },
  { name: 'Instituto Geográfico Nacional', url: 'https://www.ign.es/' },
] as const;

const WATER_OWNER = {
  name: 'OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
} as const;

const LICENCE = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const;

const link = ({ name, url }: { name: string; url: string }): string =>
  `<a href="${url}" target="_blank" rel="noopener noreferrer">${name}</a>`;

export const MAP_ATTRIBUTION = `© ${OWNERS.map(link).join(', ')} (${link(LICENCE)}), ${link(WATER_OWNER)} (ODbL)`;
