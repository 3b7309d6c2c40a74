import { globSync, readFileSync } from 'node:fs';

export interface Literal {
  file: string;
  source: string;
  flags: string;
}

/** Where a regular expression may begin: after anything but the end of a value. */
const LITERAL =
  /(?:^|[(,=:[!&|?{};\s])\/((?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuvy]*)(?=[\s.,;)\]}:])/g;

/** Every regular expression literal in these files. */
export function regexLiterals(pattern: string): Literal[] {
  return globSync(pattern)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...codeOf(file).matchAll(LITERAL)].flatMap(([, source = '', flags = '']) =>
        isRegex(source, flags) ? [{ file, source, flags }] : [],
      ),
    );
}

const codeOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replace(/^\s*\/?\*.*$/gm, '')
    .replace(/\s\/\/ .*$/gm, '');

function isRegex(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
