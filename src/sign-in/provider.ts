/** An OpenID Connect provider that verifies people. */
export interface IdentityProvider {
  /** Part of URLs: lower-case letters, digits and hyphens. */
  id: string;
  /** The text of the button. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The built-in provider of a local machine; no provider of the settings may have its id. */
export const LOCAL_PROVIDER_ID = 'local';

const ID = /^[a-z0-9][a-z0-9-]{0,30}$/;
const MEMBERS = ['id', 'name', 'issuer', 'clientId', 'clientSecret'] as const;

/** The providers of a setting, or the error as the end of a sentence. */
export function parseProviders(text: string): IdentityProvider[] | string {
  if (text.trim() === '') return [];
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'must be JSON';
  }
  if (!Array.isArray(read)) return 'must be a JSON array';
  const faults = read.map(findProviderError).filter((fault) => fault !== undefined);
  if (faults[0] !== undefined) return faults[0];
  const providers = read as IdentityProvider[];
  return new Set(providers.map(({ id }) => id)).size === providers.length
    ? providers.map((one) => ({ ...one, issuer: one.issuer.replace(/\/$/, '') }))
    : 'must give each provider an id of its own';
}

function findProviderError(one: unknown): string | undefined {
  if (typeof one !== 'object' || one === null) return 'must hold objects';
  const given = one as Record<string, unknown>;
  const missing = MEMBERS.find((name) => typeof given[name] !== 'string' || given[name] === '');
  if (missing !== undefined) return `must give each provider ${MEMBERS.join(', ')}; ${missing} is missing`;
  const unknown = Object.keys(given).find((name) => !MEMBERS.some((known) => known === name));
  if (unknown !== undefined) return `has an unknown member "${unknown}"`;
  const { id, issuer } = given as unknown as IdentityProvider;
  if (!ID.test(id) || id === LOCAL_PROVIDER_ID) return `has an id that is not allowed: "${id}"`;
  if (!URL.canParse(issuer)) return `has an issuer that is no address: "${issuer}"`;
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHostname(hostname))
    ? undefined
    : `has an issuer without https: "${issuer}"`;
}

/** Whether a host name, as a browser writes it, is this machine. */
export const isLoopbackHostname = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
