import { AttributionControl, type Map as MapLibre } from 'maplibre-gl';

/** The owners of the data the base map is drawn from; both licences require their names on the map. NOTICE has the full list. */
const OWNERS = [
  { name: 'GeoNames', url: 'https://www.geonames.org/' },
  { name: 'Instituto Geográfico Nacional', url: 'https://www.ign.es/' },
] as const;

const WATER_CREDIT = {
  text: 'OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
  licence: 'ODbL',
} as const;

const LICENCE = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const;

interface Credit {
  readonly text: string;
  readonly url?: string | undefined;
  readonly licence?: string | undefined;
}

/** The control writes its text as HTML, and an operator's text is not HTML. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const link = (name: string, url: string): string =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(name)}</a>`;

const describeCredit = ({ text, url, licence }: Credit): string =>
  `${url && /^https?:\/\//.test(url) ? link(text, url) : escapeHtml(text)}${licence ? ` (${escapeHtml(licence)})` : ''}`;

const BASE_CREDITS = `© ${OWNERS.map(({ name, url }) => link(name, url)).join(', ')} (${link(LICENCE.name, LICENCE.url)})`;

export interface MapCredits {
  /** Names the owners of what is drawn from now on, each once. */
  add(credits: readonly Credit[]): void;
}

/** Shows whose data a map is drawn from, and who joins them as more is read. */
export function showCredits(map: MapLibre): MapCredits {
  const named = new Set([describeCredit(WATER_CREDIT)]);
  let control: AttributionControl | undefined;
  const update = (): void => {
    if (control !== undefined) map.removeControl(control);
    control = new AttributionControl({
      compact: false,
      customAttribution: [BASE_CREDITS, ...named].join(', '),
    });
    map.addControl(control, 'bottom-right');
  };
  update();
  return {
    add(credits) {
      const before = named.size;
      for (const credit of credits) named.add(describeCredit(credit));
      if (named.size > before) update();
    },
  };
}
