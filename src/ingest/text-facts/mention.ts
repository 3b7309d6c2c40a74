/** One place where a pattern holds, and what the same sentence says around it. */
export interface Mention {
  readonly said: string;
  readonly groups: readonly (string | undefined)[];
  readonly before: string;
  readonly after: string;
}

/** As far as a word still bears on another. */
const REACH = 80;
const SENTENCE_END = /[.!?;](?=\s|$)|\n|•|►|✓/;

/**
 * Every mention of a pattern, which must be global. Looking for letters of which every mention has some first saves most of the work;
 * `matchAll` would make a copy of the pattern at every call, which costs more than the search.
 */
export function mentions(text: string, pattern: RegExp, ...needed: readonly string[]): Mention[] {
  const found: Mention[] = [];
  if (needed.length > 0 && !hasAny(text, needed)) return found;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(mentionOf(text, match));
  }
  return found;
}

function hasAny(text: string, needed: readonly string[]): boolean {
  for (const letters of needed) if (text.includes(letters)) return true;
  return false;
}

function mentionOf(text: string, match: RegExpExecArray): Mention {
  const end = match.index + match[0].length;
  const before = text.slice(Math.max(0, match.index - REACH), match.index).split(SENTENCE_END);
  const after = text.slice(end, end + REACH).split(SENTENCE_END, 1);
  return { said: match[0], groups: match.slice(1), before: before.at(-1) ?? '', after: after[0] ?? '' };
}
