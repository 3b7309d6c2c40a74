import type { Photo } from '../../world/photos.ts';
import { seedOf } from '../../world/random.ts';
import { pictureName, type Scene } from './draw.ts';

/** Where the pictures are served. */
export const PICTURES_PATH = '/demo/pictures';

const INSIDE: readonly Scene[] = ['living-room', 'kitchen', 'bedroom', 'bathroom'];
const FLAT: readonly Scene[] = [...INSIDE, 'balcony', 'bedroom'];
const HOUSE: readonly Scene[] = ['house', ...INSIDE, 'bedroom'];
const PROGRAMME: readonly Scene[] = ['building', 'living-room', 'kitchen'];

/** Photos of the demo world are drawings of our own, so that no request leaves the machine. */
export const photoAddress =
  (base: string) =>
  (photo: Photo): string =>
    `${base}${PICTURES_PATH}/${pictureName(sceneOf(photo), coloursOf(photo), photo.hash)}`;

function sceneOf({ of, home: { type, building }, index }: Photo): Scene {
  if (of === 'agency') return 'agency';
  if (type === 'LAND') return 'plot';
  if (type === 'PARKING') return 'garage';
  if (of === 'facade') return type === 'HOUSE' ? 'house' : 'building';
  const scenes = building.programme !== undefined ? PROGRAMME : type === 'HOUSE' ? HOUSE : FLAT;
  return scenes[index % scenes.length] ?? 'living-room';
}

/** A building has the same colours for all who live in it. */
function coloursOf({ of, home: { id, building }, hash }: Photo): string {
  if (of === 'agency') return seedOf(hash).toString(36);
  const isOutside = of === 'facade' || building.programme !== undefined;
  return seedOf(isOutside ? `${building.number} ${building.street} ${building.town.inseeCode}` : id).toString(
    36,
  );
}
