import type { StatedListingJson } from '../../api/generated/console.ts';
import { flattenFacts, type PropertyFact } from './flatten.ts';

/** What a listing states itself, by path. A path that is absent is not stated. */
export type StatedFacts = ReadonlyMap<string, PropertyFact>;

/** The sections with facts of the home; place and texts have rows of their own. */
const SECTIONS = ['propertyType', 'transaction', 'pricing', 'area', 'unit', 'building', 'amenities'];

export const readStatedFacts = (listing: StatedListingJson | undefined): StatedFacts =>
  new Map(
    SECTIONS.flatMap((name) => flattenFacts(listing?.states[name], name)).map((fact) => [fact.path, fact]),
  );
