import type { ListingFeature } from './feature.ts';

/** A listing with the property it belongs to. */
export interface ClusterMember {
  feature: ListingFeature;
  propertyId: string | undefined;
  /** Whether its keys are posted; those of adverts that are long gone are not. */
  posted: boolean;
  /** When it came to this property. */
  since: Date | undefined;
  /** When the property was born. */
  bornAt: Date | undefined;
  /** Properties it belonged to before, the latest first. */
  former: readonly string[];
  /** What an operator said about it and others. */
  overrules: readonly { other: string; together: boolean }[];
}

/** An operator's word on two listings, for good. */
export interface ManualOverride {
  one: string;
  other: string;
  together: boolean;
}

/** How many listings a zone holds, known now and then; it sets how much chance alone explains. */
export type ZoneSizes = (transaction: string | undefined, zone: string | undefined) => number;

/** Everything a decision about one listing looks at. */
export interface Neighbourhood {
  listing: ListingFeature;
  /** Every listing that could change its group through it, itself included. */
  members: readonly ClusterMember[];
  /** Ids that listings outside of here live under. */
  taken: ReadonlySet<string>;
  now: Date;
}
