import type { RoadOwner } from './road-feature.ts';
import type { RoadCredit } from './store.ts';

/** Whom the licences of the known publishers ask to name. */
export const DEFAULT_CREDITS: Readonly<Record<RoadOwner, RoadCredit>> = {
  OPENSTREETMAP: {
    text: 'OpenStreetMap contributors',
    url: 'https://www.openstreetmap.org/copyright',
    licence: 'ODbL',
  },
  IGN: {
    text: 'IGN',
    url: 'https://geoservices.ign.fr/',
    licence: 'Licence Ouverte 2.0',
  },
  NATURAL_EARTH: { text: 'Natural Earth', url: 'https://www.naturalearthdata.com/' },
};
