import type { ListingFeature } from './feature.ts';

/** A listing with the property it belongs to. */
export interface ClusterMember {
  feature: ListingFeature;
  propertyId: string | undefined;
  /** Whether its keys are posted; those of adverts that are long gone are not. */
  posted: boolean;
  /** Whether its keys were posted by another version of features: some may be missing. */
  hasFormerKeys?: boolean;
  /** When it joined this property. */
  since: Date | undefined;
  /** When the property was born. */
  bornAt: Date | undefined;
  /** Properties it belonged to before, the latest first. */
  former: readonly string[];
  /** Manual overrides of it and others. */
  overrules: readonly { other: string; together: boolean }[];
}

/** An operator's decision on two listings, in force until it is undone. */
export interface ManualOverride {
  one: string;
  other: string;
  together: boolean;
  decidedAt: Date;
  /** Null for one that was stored before decisions were. */
  decisionId: string | null;
}

/** How many listings a zone holds, counted daily; the prior of a pair depends on it. */
export type ZoneSizes = (transaction: string | undefined, zone: string | undefined) => number;

/** The input of one assignment. */
export interface Neighbourhood {
  listing: ListingFeature;
  /** Every listing that could change its group through it, itself included. */
  members: readonly ClusterMember[];
  /** Property ids of listings outside the neighbourhood. */
  taken: ReadonlySet<string>;
  now: Date;
}
