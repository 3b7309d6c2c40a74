import type { WorldPhoto } from '../../world/photos.ts';
import { computeSeed } from '../../world/random.ts';
import { formatPictureName, type Scene } from './render-picture.ts';

export const PICTURES_PATH = '/demo/pictures';

const INSIDE: readonly Scene[] = ['living-room', 'kitchen', 'bedroom', 'bathroom'];
const FLAT: readonly Scene[] = [...INSIDE, 'balcony', 'bedroom'];
const HOUSE: readonly Scene[] = ['house', ...INSIDE, 'bedroom'];
const PROGRAMME: readonly Scene[] = ['building', 'living-room', 'kitchen'];

/** The photos of the demo are served by this process, so that no request leaves the machine. */
export const photoUrl =
  (base: string) =>
  (photo: WorldPhoto): string =>
    `${base}${PICTURES_PATH}/${formatPictureName(pickScene(photo), pickColours(photo), photo.hash)}`;

function pickScene({ of, home: { type, building }, index }: WorldPhoto): Scene {
  if (of === 'agency') return 'agency';
  if (type === 'LAND') return 'plot';
  if (type === 'PARKING') return 'garage';
  if (of === 'facade') return type === 'HOUSE' ? 'house' : 'building';
  const scenes = building.programme !== undefined ? PROGRAMME : type === 'HOUSE' ? HOUSE : FLAT;
  return scenes[index % scenes.length] ?? 'living-room';
}

/** All homes of a building show it in the same colours. */
function pickColours({ of, home: { id, building }, hash }: WorldPhoto): string {
  if (of === 'agency') return computeSeed(hash).toString(36);
  const isOutside = of === 'facade' || building.programme !== undefined;
  return computeSeed(
    isOutside ? `${building.number} ${building.street} ${building.town.inseeCode}` : id,
  ).toString(36);
}
