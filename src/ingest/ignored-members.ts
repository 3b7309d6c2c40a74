import type { Node } from '../catalogue/nodes.ts';
import { findClosestWord } from '../lib/closest-word.ts';
import { OBSERVATION_MEMBERS, OUTSIDE_PAYLOAD } from './observation.ts';
import type { IgnoredField } from './parse-notes.ts';
import { payloadSchema } from './payload.ts';

/** An unknown member of observations, with the known one that is probably meant. */
export interface IgnoredMember {
  readonly member: string;
  readonly count: number;
  readonly suggestion: string | null;
}

/** Bounds the memory that a source with invented names costs. */
const MAX_MEMBERS = 100;

/** Unknown members of a feed, counted by name. */
export class IgnoredMembers {
  readonly #counts = new Map<string, number>();

  add(fields: readonly IgnoredField[]): void {
    for (const { member, why } of fields) {
      if (why !== 'unknown member') continue;
      if (this.#counts.size < MAX_MEMBERS || this.#counts.has(member))
        this.#counts.set(member, (this.#counts.get(member) ?? 0) + 1);
    }
  }

  /** Most frequent first. */
  list(): IgnoredMember[] {
    return [...this.#counts]
      .map(([member, count]) => ({ member, count, suggestion: suggestMember(member) ?? null }))
      .sort((one, other) => other.count - one.count || (one.member < other.member ? -1 : 1));
  }
}

/** One line for command output and logs. */
export const renderIgnoredMember = ({ member, count, suggestion }: IgnoredMember): string =>
  `${member}: ignored${count === 1 ? '' : ` ${count} times`}${suggestion === null ? '' : `; did you mean ${suggestion}?`}`;

interface KnownMember {
  readonly path: string;
  readonly name: string;
  readonly words: readonly string[];
}

/** `displayedPrice`, `displayed_price` and `Displayed-Price` are the same words. */
const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

function listMembers(node: Node, path: string): string[] {
  if (node.kind === 'list') return listMembers(node.of, path);
  if (node.kind !== 'object') return [];
  return Object.entries(node.members).flatMap(([name, member]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...listMembers(member, own)];
  });
}

/** Short paths first: a bare name more likely means a top-level member. */
const knownMembers: readonly KnownMember[] = [...listMembers(payloadSchema, ''), 'location.coordinates']
  .map((path) => ({
    path,
    name: path.split('.').at(-1) ?? '',
    words: splitWords(path.split('.').at(-1) ?? ''),
  }))
  .sort((one, other) => one.path.split('.').length - other.path.split('.').length);

/** The known member that an unknown one most likely means. */
export function suggestMember(member: string): string | undefined {
  const isOutside = member.startsWith(OUTSIDE_PAYLOAD);
  const name =
    member
      .slice(isOutside ? OUTSIDE_PAYLOAD.length : 0)
      .split('.')
      .at(-1) ?? '';
  const outer = isOutside ? findClosestWord(name, OBSERVATION_MEMBERS) : undefined;
  if (outer !== undefined) return outer;
  const words = splitWords(name);
  const found =
    knownMembers.find((one) => one.words.join('') === words.join('') && one.path !== member) ??
    knownMembers.find((one) => words.length > 0 && words.every((word) => one.words.includes(word))) ??
    findClosestMember(name);
  return found && (isOutside ? `payload.${found.path}` : found.path);
}

const knownNames: readonly string[] = [...new Set(knownMembers.map(({ name }) => name))];

/** The names are compared once: once for each known member took half a second for a hundred names. */
function findClosestMember(name: string): KnownMember | undefined {
  const closest = findClosestWord(name, knownNames);
  return closest === undefined ? undefined : knownMembers.find((one) => one.name === closest);
}
