import type { Condition, Finding } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';
import { readComparisonAfter, readComparisonBefore } from './measure-words.ts';

const TYPE = /(?:types? )?[tf] ?([1-9])(?![\d])(?:[ -]?bis\b)?(?![\p{L}\p{N}]|\.\d)/uy;
const NEXT_TYPE =
  /(?: ?(?:\/|-|,|ou|or|et|and|a|au|to|jusqu'au) ?)(?:un |au )?(?:types? )?(?:[tf] ?)([1-9])(?!\d)(?:[ -]?bis\b)?(?![\p{L}\p{N}])/uy;
const NEXT_FIGURE = / ?(?:\/|-|ou) ?([1-9])(?![\p{L}\p{N}]| ?(?:m ?2|pieces?|ch|bed|k|€|000|\d))/uy;
const FROM = /(?:du |de |d'un |un )(?=(?:types? )?[tf] ?\d)/y;

const RANGE_CONNECTOR = /^ ?(?:-|a|au|to|jusqu'au)/;

/** "T3", "F4", "T2 ou T3", "du T2 au T4", "T3/T4", "T3 minimum". */
export function readHomeType(sentence: FoldedText, at: number): Finding | undefined {
  const { text } = sentence;
  const before = readComparisonBefore(text, at);
  let start = before === undefined ? at : before.end + (text.charAt(before.end) === ' ' ? 1 : 0);
  start += matchAt(FROM, text, start)?.[0].length ?? 0;
  const first = matchAt(TYPE, text, start);
  if (first === null) return undefined;
  const sizes = new Set([Number(first[1])]);
  let end = start + first[0].length;
  for (;;) {
    const next = matchAt(NEXT_TYPE, text, end) ?? matchAt(NEXT_FIGURE, text, end);
    if (next === null) break;
    const size = Number(next[1]);
    const last = [...sizes].at(-1) ?? size;
    if (RANGE_CONNECTOR.test(next[0])) for (let one = last; one < size; one += 1) sizes.add(one);
    sizes.add(size);
    end += next[0].length;
  }
  const next = sizes.size === 1 && before === undefined ? readComparisonAfter(text, end) : undefined;
  // "T3 max 300 000": the word belongs to the figure after it.
  const after = next === undefined || /^ ?€?\d/.test(text.slice(next.end)) ? undefined : next;
  const comparison = before?.comparison ?? after?.comparison;
  const flat: Condition = { kind: 'set', path: 'property.type', values: ['FLAT'], implied: true };
  const rooms = toRooms([...sizes], comparison);
  return { start: at, end: after?.end ?? end, conditions: [flat, ...rooms] };
}

/** Sizes that do not follow one another become alternatives: one condition each. */
function toRooms(sizes: readonly number[], comparison: string | undefined): Condition[] {
  const path = 'property.unit.rooms';
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (comparison === 'gte') return [{ kind: 'range', path, gte: least }];
  if (comparison === 'gt') return [{ kind: 'range', path, gte: least + 1 }];
  if (comparison === 'lte') return [{ kind: 'range', path, lte: most }];
  if (comparison === 'lt') return [{ kind: 'range', path, lte: most - 1 }];
  if (most - least === sizes.length - 1) return [{ kind: 'range', path, gte: least, lte: most }];
  return sizes.map((size) => ({ kind: 'range', path, gte: size, lte: size }));
}
