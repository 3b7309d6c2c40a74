import { SettingError } from './setting-error.ts';

export function parseHttpUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new SettingError('must be an http or https URL');
  return value.replace(/\/+$/, '');
}

/** An unescaped # or % in a password changes the host of the URL, which errors would then show. */
function validateUrlParts({ username, password, hash }: URL): void {
  const isReadable = hash === '' && [username, password].every((part) => isDecodable(part));
  if (!isReadable) throw new SettingError('has a # or % in its password that is not written as %23 or %25');
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

export function parsePostgresUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('must look like postgres://user:password@host:5432/database');
  }
  validateUrlParts(new URL(value));
  return value;
}

export function parseMailServer(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('must look like smtp://user:password@host:587');
  }
  validateUrlParts(new URL(value));
  return value;
}
