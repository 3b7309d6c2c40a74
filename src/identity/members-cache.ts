import type { ClusterMember } from './neighbourhood.ts';
import type { MemberRow } from './store-reads.ts';

/** The property and strong edges of each listing: as read from the database, with the changes of this transaction. */
export class MembersCache {
  readonly #members = new Map<string, MemberRow>();
  readonly #unknown = new Set<string>();
  readonly #properties = new Map<string, Set<string>>();
  /** Strong edges of listings that were written since, from both ends; those of the database count no more for them. */
  readonly #links = new Map<string, Set<string>>();
  readonly #relinked = new Set<string>();

  /** Those of these listings that were not read yet. */
  missing(listingIds: readonly string[]): string[] {
    return [...new Set(listingIds)].filter((id) => !this.#members.has(id) && !this.#unknown.has(id));
  }

  fill(asked: readonly string[], rows: readonly MemberRow[]): void {
    for (const row of rows) {
      if (!this.#members.has(row.feature.listingId)) this.#store(row);
    }
    for (const id of asked) if (!this.#members.has(id)) this.#unknown.add(id);
  }

  get(listingId: string): MemberRow | undefined {
    return this.#members.get(listingId);
  }

  isInhabited(propertyId: string): boolean {
    return (this.#properties.get(propertyId)?.size ?? 0) > 0;
  }

  /** True when all that lives there is known here, be it nothing any more. */
  isKnown(propertyId: string): boolean {
    return this.#properties.has(propertyId);
  }

  /** A listing and all of its property. */
  withMates(listingId: string): MemberRow[] {
    const mates = this.#properties.get(this.#members.get(listingId)?.propertyId ?? '') ?? [];
    return [...mates].flatMap((id) => this.#members.get(id) ?? []);
  }

  linkedIds({ feature, strong, overrules }: MemberRow): string[] {
    const { listingId } = feature;
    const kept = this.#relinked.has(listingId) ? [] : strong.filter((other) => !this.#relinked.has(other));
    const mustLink = overrules.filter(({ together }) => together).map(({ other }) => other);
    return [...kept, ...(this.#links.get(listingId) ?? []), ...mustLink];
  }

  put(member: MemberRow): void {
    const former = this.#members.get(member.feature.listingId)?.propertyId;
    if (former !== undefined) this.#properties.get(former)?.delete(member.feature.listingId);
    this.#unknown.delete(member.feature.listingId);
    this.#store(member);
  }

  relink(listingId: string, strong: ReadonlySet<string>): void {
    for (const other of this.#links.get(listingId) ?? []) this.#links.get(other)?.delete(listingId);
    this.#relinked.add(listingId);
    this.#links.set(listingId, new Set(strong));
    for (const other of strong) {
      const links = this.#links.get(other) ?? new Set();
      this.#links.set(other, links.add(listingId));
    }
  }

  #store(member: MemberRow): void {
    this.#members.set(member.feature.listingId, member);
    const mates = this.#properties.get(member.propertyId) ?? new Set();
    this.#properties.set(member.propertyId, mates.add(member.feature.listingId));
  }
}

export const toMember = ({ strong: _, ...member }: MemberRow): ClusterMember => member;
