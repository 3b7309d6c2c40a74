import type { WorldOffer } from './adverts.ts';
import type { WorldHome } from './homes.ts';
import { createRandom, type RandomSource } from './random.ts';
import { CLOSINGS, NEARBY, OPENINGS, QUALITIES } from './words.ts';

export interface GeneratedText {
  title: string;
  description: string;
}

const KIND_WORDS = { FLAT: 'appartement', HOUSE: 'maison', LAND: 'terrain', PARKING: 'parking' } as const;

/** The text of an offer, the same on all its portals. A copier repeats the text of the first offer. */
export function generateText(seed: string, offer: WorldOffer): GeneratedText {
  const author = offer.copiesText ? `${offer.home.id}/0` : offer.seed;
  const chance = createRandom(seed, 'words', author);
  const { home, agency } = offer;
  const body =
    home.building.programme === undefined ? writeBody(chance, home) : writeProgrammeBody(chance, home);
  const under = agency === undefined ? 'Particulier, agences s’abstenir.' : agency.boilerplate;
  const fee = agency !== undefined && home.sell && chance.happens(0.3) ? ' Prix honoraires inclus.' : '';
  return { title: writeTitle(chance, home), description: `${body}${fee} ${under}` };
}

function writeTitle(chance: RandomSource, home: WorldHome): string {
  const { type, rooms, building } = home;
  const kind = KIND_WORDS[type];
  const size = Math.round(home.area);
  const city = building.town.cityName;
  const lot = home.lot !== undefined && chance.happens(0.6) ? ` - Lot ${home.lot}` : '';
  const forms = [
    `${kind} ${rooms} pièces ${size} m²`,
    `${home.sell ? 'Vente' : 'Location'} ${kind} ${city}`,
    `${kind} T${rooms} ${building.neighbourhood}`,
    `${city} ${building.neighbourhood} - ${kind} ${chance.pick(QUALITIES)}`,
    `T${rooms} ${size} m² ${chance.pick(QUALITIES)}`,
  ];
  const title = chance.pick(forms) + lot;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function writeBody(chance: RandomSource, home: WorldHome): string {
  const { building, inside, type } = home;
  const rooms = chance.some(inside, chance.whole(2, inside.length));
  const floor = type === 'FLAT' && chance.happens(0.45) ? ` ${floorWords(chance, home.floor)}` : '';
  const beds = home.bedrooms > 0 ? `${home.bedrooms} chambre${home.bedrooms > 1 ? 's' : ''}, ` : '';
  const area = chance.happens(0.5) ? ` d'environ ${Math.round(home.area)} m²` : ` de ${home.rooms} pièces`;
  const near = chance.happens(0.5) ? building.nearby : chance.pick(NEARBY);
  const sentences = [
    `${chance.pick(OPENINGS)} ${chance.happens(0.5) ? home.quality : chance.pick(QUALITIES)} ${KIND_WORDS[type]}${area}${floor}, ${near}.`,
    `Il se compose de ${beds}${rooms.join(', ')}.`,
    chance.happens(0.35) ? `Immeuble de ${building.year}.` : '',
    chance.happens(0.3) ? `Quartier ${building.neighbourhood}, ${chance.pick(NEARBY)}.` : '',
    chance.happens(0.4) ? chance.pick(CLOSINGS) : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function floorWords(chance: RandomSource, floor: number): string {
  if (floor === 0) return chance.pick(['en rez-de-chaussée', 'au rez-de-chaussée']);
  return chance.pick([
    `au ${floor === 1 ? '1er' : `${floor}ème`} étage`,
    `situé au ${floor === 1 ? '1er' : `${floor}e`} étage avec ascenseur`,
  ]);
}

function writeProgrammeBody(chance: RandomSource, home: WorldHome): string {
  const { programme, nearby, year } = home.building;
  const lot = chance.happens(0.75) ? ` Lot ${chance.happens(0.5) ? 'n° ' : ''}${home.lot}.` : '';
  const floor = chance.happens(0.6) ? ` ${floorWords(chance, home.floor)}` : '';
  return (
    `Programme neuf « ${programme} », ${nearby}. Livraison ${chance.happens(0.5) ? 'prévue ' : ''}en ${year}. Appartement ${home.rooms} pièces${floor}.${lot} ` +
    'Prestations de qualité, frais de notaire réduits, normes RE2020, balcon ou terrasse pour chaque logement, parking en sous-sol.'
  );
}
