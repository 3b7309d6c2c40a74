/** A match of a pattern with its context in the same sentence. */
export interface TextMention {
  readonly matched: string;
  readonly groups: readonly (string | undefined)[];
  readonly before: string;
  readonly after: string;
}

/** Words further away rarely refer to each other. */
const CONTEXT_CHARS = 80;
const SENTENCE_END = /[.!?;](?=\s|$)|\n|•|►|✓/;

/**
 * Finds all matches of a global pattern. Every match contains one of `needed`: checking that first saves most of
 * the work. `matchAll` is not used because it copies the pattern, which costs more than the search.
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
