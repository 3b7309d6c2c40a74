import type { Finding } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';
import { readComparisonAfter, readComparisonBefore } from './measure-words.ts';

const ORDINAL = `(?:er|ere|e|eme|ieme|nd|nde|st|rd|th)?`;
const FLOOR_WORD = String.raw`(?:etages?|floors?)\b`;
const SPELT = ['', 'premier', 'deuxieme', 'troisieme', 'quatrieme', 'cinquieme', 'sixieme'];
const SPELT_ENGLISH = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const words = [...SPELT, ...SPELT_ENGLISH].filter((word) => word !== '').join('|');

const SINGLE = new RegExp(
  String.raw`(?:(?:au|le|du|on the|the) )?(\d{1,2}|${words})${ORDINAL} ${FLOOR_WORD}`,
  'y',
);
const NAMED = /etages? ?:? ?(\d{1,2})(?![\d€]| ?000)(?: ?(?:a|-|et) ?(\d{1,2})(?!\d))?/y;
const BETWEEN = new RegExp(
  String.raw`(?:entre (?:le )?|between (?:the )?|du |de |from (?:the )?)?(\d{1,2})${ORDINAL} ?(?:et|and|a|au|to|-) ?(?:le |the )?(\d{1,2})${ORDINAL} ${FLOOR_WORD}`,
  'y',
);
/** "au 5e sans ascenseur": without the word for floor only after "au". */
const SHORT = /au (\d{1,2})(?:er|e|eme|ieme)\b(?! (?:arr|ard))/y;
const UPPER = /(?:en etage(?! eleve)|a l'etage|upper floors?)\b/y;

const path = 'property.unit.floor';

const toNumber = (text: string): number =>
  /^\d/.test(text) ? Number(text) : Math.max(SPELT.indexOf(text), SPELT_ENGLISH.indexOf(text));

/** "au 3e étage", "à partir du 2e étage", "entre le 2e et le 5e étage", "en étage". */
export function readFloor({ text }: FoldedText, at: number): Finding | undefined {
  const range = matchAt(BETWEEN, text, at);
  if (range !== null)
    return finding(at, at + range[0].length, { gte: Number(range[1]), lte: Number(range[2]) });
  const upper = matchAt(UPPER, text, at);
  if (upper !== null) return finding(at, at + upper[0].length, { gte: 1 });
  const before = readComparisonBefore(text, at);
  const start = before === undefined ? at : before.end + (text.charAt(before.end) === ' ' ? 1 : 0);
  const found =
    matchAt(SINGLE, text, start) ??
    matchAt(NAMED, text, start) ??
    (before ? null : matchAt(SHORT, text, start));
  if (found === null) return undefined;
  const floor = toNumber(found[1] ?? '');
  if (found[2] !== undefined)
    return finding(at, start + found[0].length, { gte: floor, lte: Number(found[2]) });
  const end = start + found[0].length;
  const after = before === undefined ? readComparisonAfter(text, end) : undefined;
  const comparison = before?.comparison ?? after?.comparison;
  return finding(at, after?.end ?? end, toBounds(floor, comparison));
}

function toBounds(floor: number, comparison: string | undefined): { gte?: number; lte?: number } {
  if (comparison === 'gte') return { gte: floor };
  if (comparison === 'gt') return { gte: floor + 1 };
  if (comparison === 'lte') return { lte: floor };
  if (comparison === 'lt') return { lte: floor - 1 };
  return { gte: floor, lte: floor };
}

const finding = (start: number, end: number, bounds: { gte?: number; lte?: number }): Finding => ({
  start,
  end,
  conditions: [{ kind: 'range', path, ...bounds }],
});
