import { amenities } from './attributes/building.ts';
import { unit } from './attributes/unit.ts';
import type { Members } from './nodes.ts';
import { nameVocabularies, words } from './vocabulary.ts';

type UpperSnake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? Uppercase<First> : `_${First}`}${UpperSnake<Rest>}`
  : '';

type FlagName<Of> = {
  [Name in keyof Of & string]: Of[Name] extends { kind: 'flag' } ? Name : never;
}[keyof Of & string];

/** The criteria tree names a boolean as a feature: `lastFloor` is LAST_FLOOR. */
export const featureName = <Name extends string>(member: Name) =>
  member.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase() as UpperSnake<Name>;

export function flagNames<Of extends Members>(members: Of): FlagName<Of>[] {
  const names = Object.entries(members).flatMap(([name, node]) => (node.kind === 'flag' ? [name] : []));
  return names as FlagName<Of>[];
}

export const featureVocabularies = nameVocabularies({
  unitFeature: words('What a unit may have.', flagNames(unit.members).map(featureName)),
  amenityFeature: words('What a building may offer.', [
    ...flagNames(amenities.members).map(featureName),
    'PARKING',
  ]),
});
