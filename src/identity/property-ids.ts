import { DAY_MS } from '../lib/durations.ts';
import { namedId } from '../lib/ids.ts';
import type { ClusterMember } from './neighbourhood.ts';

const PROPERTY_NAMESPACE = '2f1c7c0e-6a3d-5d2b-8b3e-4f6d0c9a7e11';

/** The id a property is born with: that of its founding listing. The same world fed twice gives the same ids. */
export const initialId = (listingId: string): string => namedId(PROPERTY_NAMESPACE, listingId);

export interface IdentifiedCluster {
  id: string;
  bornAt: Date;
  members: ClusterMember[];
}

const bySeniority = (one: ClusterMember, other: ClusterMember): number =>
  one.feature.from - other.feature.from || (one.feature.listingId < other.feature.listingId ? -1 : 1);

/**
 * Gives each group its id. An id stays with the larger part of its listings, at a tie with the part that holds the oldest one. A group
 * that could keep several keeps the oldest. A part that leaves takes back an id its listings had before, else that of its oldest listing.
 */
export function assignIds(
  groups: readonly ClusterMember[][],
  taken: ReadonlySet<string>,
  now: Date,
): IdentifiedCluster[] {
  const used = new Set(taken);
  const sorted = groups.map((members) => [...members].sort(bySeniority));
  const heirs = findIdHeirs(sorted);
  const named = sorted.map((members): IdentifiedCluster | undefined => {
    const kept = oldest(heirs.get(members) ?? []);
    if (kept !== undefined) used.add(kept.id);
    return kept === undefined ? undefined : { ...kept, members };
  });
  return named.map((known, index) => known ?? withNewId(sorted[index] ?? [], used, now));
}

interface PropertyTitle {
  id: string;
  bornAt: Date;
}

const oldest = (titles: readonly PropertyTitle[]): PropertyTitle | undefined =>
  [...titles].sort(
    (one, other) => one.bornAt.getTime() - other.bornAt.getTime() || (one.id < other.id ? -1 : 1),
  )[0];

/** Which group inherits each id that is in use now. */
function findIdHeirs(groups: readonly ClusterMember[][]): Map<ClusterMember[], PropertyTitle[]> {
  const heirs = new Map<ClusterMember[], PropertyTitle[]>();
  const held = groups
    .flatMap((members) => members.map((member) => ({ member, members })))
    .sort((a, b) => bySeniority(a.member, b.member));
  for (const [id, holders] of Map.groupBy(held, ({ member }) => member.propertyId)) {
    if (id === undefined) continue;
    const parts = [...Map.groupBy(holders, ({ members }) => members)];
    const [heir] = parts.reduce((most, part) => (part[1].length > most[1].length ? part : most));
    const bornAt = holders[0]?.member.bornAt ?? new Date(holders[0]?.member.feature.from ?? 0);
    heirs.set(heir, [...(heirs.get(heir) ?? []), { id, bornAt }]);
  }
  return heirs;
}

/** The ids a part that stands alone may take back or take up, the first being the best. */
function* candidateIds(members: readonly ClusterMember[]): Generator<string> {
  for (const { former } of members) yield* former;
  for (const { feature } of members) yield initialId(feature.listingId);
}

/**
 * A part that leaves under an id that nobody has seen is as young as today, however old its listings are: it must not
 * outlive the ids of properties that it meets later. As of the day, so that the order within a day does not matter.
 */
function withNewId(members: readonly ClusterMember[], used: Set<string>, now: Date): IdentifiedCluster {
  const first = members[0]?.feature;
  const free = candidateIds(members).find((id) => !used.has(id));
  const id = free ?? namedId(PROPERTY_NAMESPACE, `${first?.listingId}/${used.size}`);
  used.add(id);
  const isSplitOff = members.some(({ propertyId }) => propertyId !== undefined);
  const isKnown = members.some(({ former }) => former.includes(id));
  const bornAt = isSplitOff && !isKnown ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : (first?.from ?? 0);
  return { id, bornAt: new Date(bornAt), members: [...members] };
}
