import { readFileSync } from 'node:fs';
import { planeOf } from '../../src/db/planes.ts';

/** A statement or a part of one, as a file of `src` writes it. */
export interface WrittenStatement {
  readonly line: number;
  readonly text: string;
}

/**
 * The SQL of a file: each outermost template or string, with the templates inside of it, and with the constants and
 * one-line functions that it splices: those of the file, and the shared ones.
 */
export const readStatements = (file: string, shared: ReadonlyMap<string, string>): WrittenStatement[] => {
  const source = readFileSync(file, 'utf8');
  const fragments = new Map([...shared, ...fragmentsOf(source, 'const')]);
  return readLiterals(source).map(({ start, text }) => ({
    line: source.slice(0, start).split('\n').length,
    text: expand(text, fragments),
  }));
};

const DECLARATION = /(\b(?:export )?const) (\w+)(?:[^;`'"]*=>|: \w+ =| =)\s*(?:sql|preparedSql\()?\s*$/;
const MAX_DECLARATION_LENGTH = 300;

/** Texts that the files export, for the statements of others that splice them. */
export const readSharedFragments = (files: readonly string[]): Map<string, string> =>
  new Map(files.flatMap((file) => fragmentsOf(readFileSync(file, 'utf8'), 'export const')));

function fragmentsOf(source: string, declared: 'const' | 'export const'): [string, string][] {
  return readLiterals(source).flatMap(({ start, text }): [string, string][] => {
    const before = source.slice(Math.max(0, start - MAX_DECLARATION_LENGTH), start);
    const [, keyword, name] = DECLARATION.exec(before) ?? [];
    return name !== undefined && keyword?.endsWith(declared) ? [[name, text]] : [];
  });
}

const MAX_NESTED_FRAGMENTS = 4;

function expand(text: string, fragments: ReadonlyMap<string, string>): string {
  let expanded = text;
  for (let depth = 0; depth < MAX_NESTED_FRAGMENTS; depth += 1)
    expanded = expanded.replaceAll(
      /\$\{(\w+)(?:\([^()]*\))?\}/g,
      (whole, name) => fragments.get(name) ?? whole,
    );
  return expanded;
}

interface Literal {
  readonly start: number;
  readonly text: string;
}

const TOKEN = /\/\/|\/\*|['"`]/g;

/** Skips comments. A regular expression with a quote would confuse it; the stores have none. */
function readLiterals(source: string): Literal[] {
  const literals: Literal[] = [];
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (token === null) return literals;
    const start = token.index;
    if (token[0] === '//') at = endOrLength(source, '\n', start);
    else if (token[0] === '/*') at = endOrLength(source, '*/', start) + 2;
    else {
      at = endOfLiteral(source, start);
      literals.push({ start, text: source.slice(start + 1, at - 1) });
    }
  }
}

const endOrLength = (source: string, mark: string, from: number): number => {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found;
};

function endOfLiteral(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote || (quote !== '`' && source[at] === '\n')) return at + 1;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfExpression(source, at + 2);
  }
  return source.length;
}

/** The position of the brace that ends a template's expression. */
function endOfExpression(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === "'" || character === '"' || character === '`') at = endOfLiteral(source, at) - 1;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at;
  }
  return source.length;
}

const STATEMENT = /\b(?:from|join|into|update|using|table|copy)\s/;
const REFERENCE =
  /\b(?:from|join|into|update|using|table|copy|partition\s+of)\s+(?:only\s+|if\s+exists\s+)?"?([a-z_]+)"?/g;
const CTE = /\b([a-z_]+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/g;

/** The tables of ours that a statement names, without its own common table expressions. */
export function findTables(text: string): string[] {
  if (!STATEMENT.test(text)) return [];
  const own = new Set([...text.matchAll(CTE)].map(([, name]) => name));
  const named = [...text.matchAll(REFERENCE)].map(([, name]) => name ?? '');
  return [...new Set(named)].filter((name) => planeOf(name) !== undefined && !own.has(name)).sort();
}

/** Whether a statement joins the account plane with a region. */
export const touchesBothPlanes = (tables: readonly string[]): boolean =>
  new Set(tables.map(planeOf)).size > 1;
