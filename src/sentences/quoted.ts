import type { Finding } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';

const QUOTED = /"([^"]{1,200})"/y;
const WORD_LEAD =
  /(?:(?:contenant|mentionnant|avec|containing|mentioning|with) )?(?:(?:le|les|the) )?(?:mots?|words?|terme|termes)(?: (?:cles?))? "([^"]{1,200})"/y;

/** Words in quotation marks are words of the description. */
export function readQuoted({ text, original, offsetAt }: FoldedText, at: number): Finding | undefined {
  const found = matchAt(WORD_LEAD, text, at) ?? matchAt(QUOTED, text, at);
  if (found === null) return undefined;
  const end = at + found[0].length;
  const from = end - 1 - (found[1] ?? '').length;
  const words = original.slice(offsetAt(from), offsetAt(end - 1)).trim();
  if (words === '') return undefined;
  return {
    start: at,
    end,
    conditions: [{ kind: 'phrases', path: 'property.body.description', values: [words] }],
  };
}
