/** A statement of a file, without its semicolon. */
export interface FileStatement {
  readonly text: string;
  /** Where it begins in the file, for the line of an error. */
  readonly offset: number;
}

/** What may contain a semicolon that ends nothing: comments, quoted texts and names, bodies of functions. */
const OPAQUE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/y;

/**
 * The statements of a file. Each is sent separately: Citus takes no string of several commands that touch a distributed
 * table. Comments before a statement belong to it; a file may end with comments alone.
 */
export function splitStatements(file: string): FileStatement[] {
  const statements: FileStatement[] = [];
  let start = 0;
  let hasCode = false;
  const close = (end: number): void => {
    const text = file.slice(start, end);
    const leading = text.length - text.trimStart().length;
    if (hasCode) statements.push({ text: text.trim(), offset: start + leading });
    start = end + 1;
    hasCode = false;
  };
  for (let at = 0; at < file.length; ) {
    OPAQUE.lastIndex = at;
    const [opaque = ''] = OPAQUE.exec(file) ?? [];
    if (opaque !== '') {
      hasCode ||= !/^(?:--|\/\*)/.test(opaque);
      at += opaque.length;
      continue;
    }
    const character = file[at] ?? '';
    if (character === ';') close(at);
    else hasCode ||= character.trim() !== '';
    at += 1;
  }
  close(file.length);
  return statements;
}

/** The statement without its comments, in one line. */
export const withoutComments = (statement: string): string =>
  statement
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
