import { createRandom } from '../../world/random.ts';
import { drawBuilding, drawHouse } from './outdoors.ts';
import { pickPalette } from './palette.ts';
import type { Drawing } from './room.ts';
import { drawBathroom, drawBedroom, drawKitchen, drawLivingRoom } from './rooms.ts';
import { picture } from './shapes.ts';
import { drawAgency, drawBalcony, drawGarage, drawPlot } from './surroundings.ts';

const scenes = {
  'living-room': drawLivingRoom,
  kitchen: drawKitchen,
  bedroom: drawBedroom,
  bathroom: drawBathroom,
  balcony: drawBalcony,
  house: drawHouse,
  building: drawBuilding,
  plot: drawPlot,
  garage: drawGarage,
  agency: drawAgency,
} satisfies Record<string, (drawing: Drawing) => string>;
export type Scene = keyof typeof scenes;

const PICTURE_NAME = /^([a-z-]{1,20})\.([0-9a-z]{1,13})\.([0-9a-f]{16})\.svg$/;

/** Colours belong to the home, the rest to the photo. */
export const parsePictureName = (scene: Scene, home: string, photo: string): string =>
  `${scene}.${home}.${photo}.svg`;

/** A picture by its name, always the same one; undefined when the name is none of ours. */
export function drawPicture(name: string): string | undefined {
  const [, scene = '', home = '', photo = ''] = PICTURE_NAME.exec(name) ?? [];
  if (!Object.hasOwn(scenes, scene)) return undefined;
  const chance = createRandom('photo', photo);
  const drawing = { palette: pickPalette(createRandom('home', home)), chance };
  return picture(scene.replace('-', ' '), scenes[scene as Scene](drawing), chance.happens(0.5));
}
