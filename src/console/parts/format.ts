import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { Language } from '../state/bilingual.ts';
import { useLanguage } from '../state/language.ts';

/** Formats numbers and dates in the language of the reader. */
export interface ValueFormat {
  number(value: number, digits?: number): string;
  money(value: number, currency?: string): string;
  /** "12K". */
  compact(value: number): string;
  /** "€295K", and "€1,020" for a rent, on a map. */
  compactMoney(value: number): string;
  percent(value: number): string;
  /** "+2.3". */
  signed(value: number): string;
  /** "3 hours". */
  duration(seconds: number): string;
  date(value: string | number): string;
  day(value: string | number): string;
  moment(value: string | number): string;
  /** "3 hours ago". */
  since(value: string): string;
}

const tags: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };
const formatsByTag = new Map<Language, ValueFormat>();

export function useFormat(): ValueFormat {
  const language = useLanguage();
  const known = formatsByTag.get(language) ?? createFormat(tags[language]);
  formatsByTag.set(language, known);
  return known;
}

const TIME_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
  ['second', 1000],
];

const MIN_COMPACT_EUR = 10_000;

export function createFormat(tag: string): ValueFormat {
  const utc = { timeZone: 'UTC' };
  const date = new Intl.DateTimeFormat(tag, { ...utc, dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(tag, { ...utc, day: 'numeric', month: 'short' });
  const moment = new Intl.DateTimeFormat(tag, { ...utc, dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  return {
    // "negative": what rounds to zero has no sign.
    number: (value, digits = 0) =>
      value.toLocaleString(tag, { maximumFractionDigits: digits, signDisplay: 'negative' }),
    money: (value, currency = 'EUR') =>
      value.toLocaleString(tag, { style: 'currency', currency, maximumFractionDigits: 0 }),
    compact: (value) => value.toLocaleString(tag, { notation: 'compact', maximumFractionDigits: 1 }),
    // A rent is short enough in full.
    compactMoney: (value) =>
      value.toLocaleString(tag, {
        style: 'currency',
        currency: 'EUR',
        ...(Math.abs(value) < MIN_COMPACT_EUR
          ? { maximumFractionDigits: 0 }
          : { notation: 'compact', maximumSignificantDigits: 3 }),
      }),
    percent: (value) =>
      (value / 100).toLocaleString(tag, {
        style: 'percent',
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      }),
    signed: (value) => value.toLocaleString(tag, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    duration(seconds) {
      const [unit, length] = TIME_UNITS.find(([, size]) => seconds * 1000 >= size) ?? ['second', 1000];
      return Math.round((seconds * 1000) / length).toLocaleString(tag, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
      });
    },
    date: (value) => date.format(new Date(value)),
    day: (value) => day.format(new Date(value)),
    moment: (value) => `${moment.format(new Date(value))} UTC`,
    since(value) {
      const gone = new Date(value).getTime() - Date.now();
      const [unit, length] = TIME_UNITS.find(([, size]) => Math.abs(gone) >= size) ?? ['second', 1000];
      return relative.format(Math.round(gone / length), unit);
    },
  };
}
