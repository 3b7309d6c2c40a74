/** A value that a setting does not take, with what it takes. */
export class SettingError extends Error {}

/** A parser that answers a sentence when the value is wrong. */
export const refuseText =
  <Parsed>(parse: (value: string) => Parsed[] | string) =>
  (value: string): Parsed[] => {
    const parsed = parse(value);
    if (typeof parsed === 'string') throw new SettingError(parsed);
    return parsed;
  };
