import { chanceOf } from '../../world/random.ts';
import { building, house } from './outdoors.ts';
import { paletteOf } from './palette.ts';
import type { Drawing } from './room.ts';
import { bathroom, bedroom, kitchen, livingRoom } from './rooms.ts';
import { picture } from './shapes.ts';
import { agency, balcony, garage, plot } from './surroundings.ts';

const scenes = {
  'living-room': livingRoom,
  kitchen,
  bedroom,
  bathroom,
  balcony,
  house,
  building,
  plot,
  garage,
  agency,
} satisfies Record<string, (drawing: Drawing) => string>;
export type Scene = keyof typeof scenes;

const NAME = /^([a-z-]{1,20})\.([0-9a-z]{1,13})\.([0-9a-f]{16})\.svg$/;

/** Colours belong to the home, the rest to the photo. */
export const pictureName = (scene: Scene, home: string, photo: string): string =>
  `${scene}.${home}.${photo}.svg`;

/** A picture by its name, always the same one; undefined when the name is none of ours. */
export function drawPicture(name: string): string | undefined {
  const [, scene = '', home = '', photo = ''] = NAME.exec(name) ?? [];
  if (!Object.hasOwn(scenes, scene)) return undefined;
  const chance = chanceOf('photo', photo);
  const drawing = { palette: paletteOf(chanceOf('home', home)), chance };
  return picture(scene.replace('-', ' '), scenes[scene as Scene](drawing), chance.happens(0.5));
}
