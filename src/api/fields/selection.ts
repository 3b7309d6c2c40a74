import { describeKnownWords } from '../../lib/known-words.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import type { MemberTree } from './member-tree.ts';

/** The chosen members by name. `whole` stands for all that is below. */
export type Selection = ReadonlyMap<string, Selection | 'whole'>;
type MutableSelection = Map<string, MutableSelection | 'whole'>;

/** More than any document has at its first two levels. */
const MAX_FIELDS = 200;

/** Reads `pricing.displayed,location` against the members that there are. An empty text chooses nothing. */
export function parseSelection(
  text: string,
  tree: MemberTree,
  parameter: string,
): { selection: Selection } | { faults: RequestFault[] } {
  const paths = text === '' ? [] : text.split(',', MAX_FIELDS + 1);
  if (paths.length > MAX_FIELDS)
    return { faults: [fault(parameter, `Names more than ${MAX_FIELDS} fields.`, 'too_many')] };
  const selection: MutableSelection = new Map();
  const faults = paths.flatMap((path) => addPath(selection, path.trim(), tree) ?? []);
  return faults.length === 0
    ? { selection }
    : { faults: faults.map((message) => fault(parameter, message, 'unknown_value')) };
}

const fault = (propertyPath: string, message: string, code: string): RequestFault => ({
  propertyPath,
  message,
  code,
  understood: false,
});

/** A sentence when the path names nothing. */
function addPath(selection: MutableSelection, path: string, tree: MemberTree): string | undefined {
  const steps = path.split('.');
  let [at, chosen]: [MemberTree, MutableSelection | undefined] = [tree, selection];
  for (const [number, step] of steps.entries()) {
    const member = at.members.get(step);
    if (member === undefined) return describeUnknown(steps.slice(0, number).join('.'), step, at);
    const isLast = number === steps.length - 1;
    const known = chosen?.get(step);
    if (isLast) chosen?.set(step, 'whole');
    else if (known === 'whole') chosen = undefined;
    else {
      const below: MutableSelection = known ?? new Map();
      chosen?.set(step, below);
      chosen = below;
    }
    at = member;
  }
  return undefined;
}

function describeUnknown(above: string, step: string, { members }: MemberTree): string {
  const place = above === '' ? '' : ` in "${above}"`;
  return `There is no field "${step.slice(0, 100)}"${place}. ${describeKnownWords(step, [...members.keys()])}`;
}

/** A copy with the chosen members alone; entries of a list one by one. */
export function selectMembers(value: unknown, selection: Selection | 'whole'): unknown {
  if (selection === 'whole' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => selectMembers(entry, selection));
  const chosen: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = selection.get(name);
    if (below !== undefined) chosen[name] = selectMembers(member, below);
  }
  return chosen;
}
