import { SettingError } from './setting-error.ts';

export const text = (value: string): string => value;
export const parseOptional = (value: string): string | undefined => (value === '' ? undefined : value);

export const parseInteger =
  (min: number, max: number) =>
  (value: string): number => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new SettingError(`must be a whole number from ${min} to ${max}`);
    }
    return Number(value);
  };

export const parseChoice =
  <const Values extends readonly string[]>(...values: Values) =>
  (value: string): Values[number] => {
    const found = values.find((known) => known === value);
    if (found === undefined) throw new SettingError(`must be one of ${values.join(', ')}`);
    return found;
  };

export const parseList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
