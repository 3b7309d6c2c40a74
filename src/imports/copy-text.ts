export type CopyValue = string | number | boolean | null | undefined;

const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One row in the text format of `copy`. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (at > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else if (typeof value !== 'string') line += value === true ? 't' : value === false ? 'f' : value;
    else line += SPECIAL.test(value) ? value.replace(SPECIALS, (special) => ESCAPES[special] ?? '') : value;
  }
  return `${line}\n`;
}
