import type { Offer } from './adverts.ts';
import type { Home } from './homes.ts';
import { type Chance, chanceOf } from './random.ts';
import { CLOSINGS, NEARBY, OPENINGS, QUALITIES } from './words.ts';

export interface Words {
  title: string;
  description: string;
}

const KIND = { FLAT: 'appartement', HOUSE: 'maison', LAND: 'terrain', PARKING: 'parking' } as const;

/** The words of an offer, the same on all its portals. A copier repeats the words of the first offer. */
export function wordsOf(seed: string, offer: Offer): Words {
  const author = offer.copiesText ? `${offer.home.id}/0` : offer.seed;
  const chance = chanceOf(seed, 'words', author);
  const { home, agency } = offer;
  const body = home.building.programme === undefined ? bodyOf(chance, home) : programmeBody(chance, home);
  const under = agency === undefined ? 'Particulier, agences s’abstenir.' : agency.boilerplate;
  const fee = agency !== undefined && home.sell && chance.happens(0.3) ? ' Prix honoraires inclus.' : '';
  return { title: titleOf(chance, home), description: `${body}${fee} ${under}` };
}

function titleOf(chance: Chance, home: Home): string {
  const { type, rooms, building } = home;
  const kind = KIND[type];
  const size = Math.round(home.area);
  const place = building.town.cityName;
  const lot = home.lot !== undefined && chance.happens(0.6) ? ` - Lot ${home.lot}` : '';
  const forms = [
    `${kind} ${rooms} pièces ${size} m²`,
    `${home.sell ? 'Vente' : 'Location'} ${kind} ${place}`,
    `${kind} T${rooms} ${building.neighbourhood}`,
    `${place} ${building.neighbourhood} - ${kind} ${chance.pick(QUALITIES)}`,
    `T${rooms} ${size} m² ${chance.pick(QUALITIES)}`,
  ];
  const title = chance.pick(forms) + lot;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function bodyOf(chance: Chance, home: Home): string {
  const { building, inside, type } = home;
  const rooms = chance.some(inside, chance.whole(2, inside.length));
  const floor = type === 'FLAT' && chance.happens(0.45) ? ` ${floorWords(chance, home.floor)}` : '';
  const beds = home.bedrooms > 0 ? `${home.bedrooms} chambre${home.bedrooms > 1 ? 's' : ''}, ` : '';
  const area = chance.happens(0.5) ? ` d'environ ${Math.round(home.area)} m²` : ` de ${home.rooms} pièces`;
  const near = chance.happens(0.5) ? building.nearby : chance.pick(NEARBY);
  const sentences = [
    `${chance.pick(OPENINGS)} ${chance.happens(0.5) ? home.quality : chance.pick(QUALITIES)} ${KIND[type]}${area}${floor}, ${near}.`,
    `Il se compose de ${beds}${rooms.join(', ')}.`,
    chance.happens(0.35) ? `Immeuble de ${building.year}.` : '',
    chance.happens(0.3) ? `Quartier ${building.neighbourhood}, ${chance.pick(NEARBY)}.` : '',
    chance.happens(0.4) ? chance.pick(CLOSINGS) : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function floorWords(chance: Chance, floor: number): string {
  if (floor === 0) return chance.pick(['en rez-de-chaussée', 'au rez-de-chaussée']);
  return chance.pick([
    `au ${floor === 1 ? '1er' : `${floor}ème`} étage`,
    `situé au ${floor === 1 ? '1er' : `${floor}e`} étage avec ascenseur`,
  ]);
}

function programmeBody(chance: Chance, home: Home): string {
  const { programme, nearby, year } = home.building;
  const lot = chance.happens(0.75) ? ` Lot ${chance.happens(0.5) ? 'n° ' : ''}${home.lot}.` : '';
  const floor = chance.happens(0.6) ? ` ${floorWords(chance, home.floor)}` : '';
  return (
    `Programme neuf « ${programme} », ${nearby}. Livraison ${chance.happens(0.5) ? 'prévue ' : ''}en ${year}. Appartement ${home.rooms} pièces${floor}.${lot} ` +
    'Prestations de qualité, frais de notaire réduits, normes RE2020, balcon ou terrasse pour chaque logement, parking en sous-sol.'
  );
}
