import { parseArgs } from 'node:util';

type Values<Defaults> = {
  [Name in keyof Defaults]: Defaults[Name] extends number
    ? number
    : Defaults[Name] extends boolean
      ? boolean
      : string;
};

/**
 * The options of a bench: each has a default, whose type is the type of its value. `rows: 100` is `--rows N`,
 * `noSql: false` is the flag `--no-sql`. Any other word is refused.
 */
export function parseOptions<const Defaults extends Readonly<Record<string, string | number | boolean>>>(
  args: readonly string[],
  defaults: Defaults,
): Values<Defaults> {
  const names = Object.keys(defaults);
  const isFlag = (name: string): boolean => typeof defaults[name] === 'boolean';
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      names.map((name) => [toFlag(name), { type: isFlag(name) ? 'boolean' : 'string' } as const]),
    ),
  });
  const read = names.map((name) => {
    const given = values[toFlag(name)];
    if (given === undefined) return [name, defaults[name]];
    return [name, typeof defaults[name] === 'number' ? toNumber(name, String(given)) : given];
  });
  return Object.fromEntries(read) as Values<Defaults>;
}

const toFlag = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

function toNumber(name: string, text: string): number {
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) throw new Error(`--${toFlag(name)} takes a number, not ${text}`);
  return number;
}
