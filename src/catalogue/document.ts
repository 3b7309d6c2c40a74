import type { propertyResult } from './attributes/property-result.ts';
import type { FromNode } from './from-node.ts';

/** The flat document. An unknown value is absent; no member is ever null. */
export type PropertyResult = FromNode<typeof propertyResult>;
export type ConsolidatedProperty = PropertyResult['property'];
export type PublisherEntry = PropertyResult['publishers'][number];
export type ListingEntry = PropertyResult['listings'][number];
export type ChangeEntry = ConsolidatedProperty['changes'][number];
