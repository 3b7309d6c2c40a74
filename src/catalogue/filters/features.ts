import { amenities } from '../attributes/building.ts';
import { unit } from '../attributes/unit.ts';
import { featureName, featureVocabularies, flagNames } from '../feature-vocabularies.ts';
import type { AttributePath } from '../paths.ts';
import { columnName, scopeOf } from './builders.ts';
import type { FeaturesFilter } from './kinds.ts';

const featurePaths = <Name extends string>(names: readonly Name[], pathOf: (name: Name) => AttributePath) =>
  Object.fromEntries(names.map((name) => [featureName(name), [pathOf(name)]]));

type FeatureFilterTexts = Pick<FeaturesFilter, 'label' | 'description' | 'vocabulary' | 'reads'>;

const features = <const Path extends string>(
  path: Path,
  texts: FeatureFilterTexts,
): FeaturesFilter<Path> => ({
  path,
  kind: 'features',
  scope: scopeOf(path),
  operators: ['in', 'nin', 'inOrMissing'],
  column: columnName(path),
  deniedColumn: `${columnName(path)}_denied`,
  ...texts,
});

export const featureFilters = [
  features('property.unit.features', {
    label: 'Features',
    description: 'What the unit has. `in` asks for all of them; `inOrMissing` drops only an explicit no.',
    vocabulary: featureVocabularies.unitFeature,
    reads: featurePaths(flagNames(unit.members), (name) => `property.unit.${name}`),
  }),
  features('property.amenities.features', {
    label: 'Amenities',
    description:
      'What the building offers. PARKING holds when the home or its building has parking, whatever member states it.',
    vocabulary: featureVocabularies.amenityFeature,
    reads: {
      ...featurePaths(flagNames(amenities.members), (name) => `property.amenities.${name}`),
      PARKING: ['property.unit.parking', 'property.amenities.parking', 'property.area.annexes.parking'],
    },
  }),
] as const;
