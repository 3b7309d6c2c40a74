/** A figure with an optional currency, "T" (as in T3) or approximation sign before it and an optional unit after it. */
const FIGURE =
  /^(?:[€$£~±≈]|eur|usd|gbp|chf|us\$|env(?:iron)?\.?|t|f)?\s*([+-]?[\d.,]*\d(?:e[+-]?\d+)?)\s*(?:[€$£%+]|[a-z]{1,2}\^?[23](?!\d))?[^\d]*$/iu;

/** Longer than any number with its unit. Bounds the work of the patterns. */
const MAX_NUMBER_CHARS = 64;

const GROUP_SPACES = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

/**
 * Parses a number in common notations: "1 250 000 €", "159,950", "62,4 m²", "1.250.000,00".
 * One separator before three digits separates thousands when it is a comma, or when the number is `money`.
 */
export function parseNumber(text: string, money = false): number | undefined {
  if (text.length > MAX_NUMBER_CHARS || (money && BY_AREA.test(text))) return undefined;
  const figure = FIGURE.exec(text.trim().replace(GROUP_SPACES, ''))?.[1];
  if (figure === undefined) return undefined;
  const number = Number(withDecimalPoint(figure, money)) * (money ? parseMultiplier(text) : 1);
  return Number.isNaN(number) ? undefined : number;
}

/** "5 000 €/m²" is a price per square metre. */
const BY_AREA = /(?:\/|\bpar|\ble|\bper)\s*m(?:²|2|ètre|etre|etro)/i;
/** "250 k€", "1,2 M€", "1.2 million". */
const MULTIPLE = /\d\s*(?:(k)|m(?:io|illions?)?)(?![a-z])/i;

function parseMultiplier(text: string): number {
  const found = MULTIPLE.exec(text);
  if (found === null) return 1;
  return found[1] === undefined ? 1_000_000 : 1_000;
}

function withDecimalPoint(figure: string, money: boolean): string {
  const comma = figure.lastIndexOf(',');
  const point = figure.lastIndexOf('.');
  if (comma >= 0 && point >= 0)
    return comma > point ? figure.replaceAll('.', '').replace(',', '.') : figure.replaceAll(',', '');
  if (comma >= 0)
    return /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/.test(figure)
      ? figure.replaceAll(',', '')
      : figure.replace(',', '.');
  const grouped = money ? /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/ : /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
  return grouped.test(figure) ? figure.replaceAll('.', '') : figure;
}
