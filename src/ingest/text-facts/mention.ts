/** One place where a pattern holds, and what the same sentence says around it. */
export interface TextMention {
  readonly matched: string;
  readonly groups: readonly (string | undefined)[];
  readonly before: string;
  readonly after: string;
}

/** As far as a word still bears on another. */
const CONTEXT_CHARS = 80;
const SENTENCE_END = /[.!?;](?=\s|$)|\n|•|►|✓/;

/**
 * Every mention of a pattern, which must be global. Looking for letters of which every mention has some first saves most of the work;
 * `matchAll` would make a copy of the pattern at every call, which costs more than the search.
 */
export function findMentions(text: string, pattern: RegExp, ...needed: readonly string[]): TextMention[] {
  const found: TextMention[] = [];
  if (needed.length > 0 && !hasAny(text, needed)) return found;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(buildMention(text, match));
  }
  return found;
}

function hasAny(text: string, needed: readonly string[]): boolean {
  for (const letters of needed) if (text.includes(letters)) return true;
  return false;
}

function buildMention(text: string, match: RegExpExecArray): TextMention {
  const end = match.index + match[0].length;
  const before = text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index).split(SENTENCE_END);
  const after = text.slice(end, end + CONTEXT_CHARS).split(SENTENCE_END, 1);
  return { matched: match[0], groups: match.slice(1), before: before.at(-1) ?? '', after: after[0] ?? '' };
}
