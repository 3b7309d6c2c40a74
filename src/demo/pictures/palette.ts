import type { RandomSource } from '../../world/random.ts';

/** The colours of one home: the same in all its pictures, so that they look like one home. */
export interface Palette {
  wall: string;
  shade: string;
  ceiling: string;
  floor: string;
  boards: string;
  wood: string;
  fabric: string;
  accent: string;
  metal: string;
  leaf: string;
  skyTop: string;
  skyBottom: string;
  stone: string;
  roof: string;
}

const walls = [
  ['#f3efe8', '#e4ddd1', '#faf8f4'],
  ['#e9eeec', '#d6dedb', '#f7f9f8'],
  ['#f1e9e1', '#e2d5c8', '#fbf7f2'],
  ['#e8ebf1', '#d5dae4', '#f6f7fa'],
  ['#efede4', '#dedac9', '#faf9f4'],
] as const;
const floors = [
  ['#c9a67c', '#b8936a'],
  ['#b58d66', '#a37c57'],
  ['#d8c3a2', '#c9b18d'],
  ['#a7a29a', '#98938b'],
  ['#8f7258', '#80644c'],
] as const;
const fabrics = ['#7f95a3', '#a3a08f', '#b08a7c', '#8a9a86', '#9b8fa3', '#c2a98b', '#6f8590'];
const accents = ['#d39a5b', '#c4745c', '#5f8f8a', '#7c8fb5', '#b5a04d', '#a86b7a'];
const woods = ['#8d6b4c', '#a98560', '#6f5640', '#c2a27b'];
const skies = [
  ['#bcd7ea', '#e9f2f6'],
  ['#cfdfe8', '#f3efe6'],
  ['#a9cbe3', '#e3eef2'],
  ['#d5dbe6', '#f6ece0'],
] as const;
const stones = ['#e6dccb', '#d9cdb8', '#efe6d8', '#cfc4b2', '#dcd3c9', '#c98f73'];
const roofs = ['#6e7682', '#8a5a48', '#5d646e', '#a0644c'];

export function pickPalette(random: RandomSource): Palette {
  const [wall, shade, ceiling] = random.pick(walls);
  const [floor, boards] = random.pick(floors);
  const [skyTop, skyBottom] = random.pick(skies);
  return {
    ...{ wall, shade, ceiling, floor, boards, skyTop, skyBottom },
    wood: random.pick(woods),
    fabric: random.pick(fabrics),
    accent: random.pick(accents),
    metal: random.pick(['#b9bdc1', '#8f959b', '#c9b98f']),
    leaf: random.pick(['#6f8f6b', '#7d9a72', '#5f7f68']),
    stone: random.pick(stones),
    roof: random.pick(roofs),
  };
}
