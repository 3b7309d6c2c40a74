import { folded } from '../lib/text.ts';

const LOT = /\blot\s*(?:n[°ºo.]*\s*)?:?\s*([a-z]{0,2}-?\d{1,4}[a-z]?)\b/;
const FLOOR = /\b(\d{1,2})\s*(?:er|e|eme|ieme|nd|nde)\s+(?:et dernier\s+)?etage\b/;
const GROUND = /\b(?:en|au|un)\s+(?:rez[- ]de[- ](?:chaussee|jardin)|rdc)\b/;
const NEW =
  /\b(?:programme (?:immobilier )?neuf|residence neuve|vefa|livraison (?:prevue|au|en|\dt|\d(?:er|e|eme) trimestre)|frais de notaire reduits|re ?2020)\b/;

/** The number of the lot in a programme or condominium: "Lot n° A12". The count of lots ("24 lots") is something else. */
export const lotIn = (text: string): string | undefined =>
  LOT.exec(folded(text))?.[1]?.replace('-', '').toUpperCase();

export function floorIn(text: string): number | undefined {
  const words = folded(text);
  const floor = FLOOR.exec(words)?.[1];
  if (floor !== undefined) return Number(floor);
  return GROUND.test(words) ? 0 : undefined;
}

export const looksNew = (text: string): boolean => NEW.test(folded(text));
