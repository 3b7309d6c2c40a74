import type { Caller } from '../accounts/authenticate.ts';
import { canElicit } from './dialogue.ts';
import { seal, unseal } from './seal.ts';

const PURPOSE = 'session';
/** Clients of 2025 keep a session as long as they run, and few begin a new one by themselves. */
export const SESSION_LIFE_MS = 30 * 86_400_000;

/** What a 2025 client said when it introduced itself. */
export interface Session {
  elicits: boolean;
}

interface Sealed {
  key: string;
  from: number;
  elicits: boolean;
}

/** The id of a session says all there is to it, signed: every process knows every session, and none remembers any. */
export const sessionId = (secret: Buffer, { apiKeyId }: Caller, now: Date, initialize: unknown): string =>
  seal(secret, PURPOSE, {
    key: apiKeyId,
    from: now.getTime(),
    elicits: canElicit((initialize as { params?: { capabilities?: unknown } }).params?.capabilities),
  } satisfies Sealed);

/** Undefined for an id that is not ours, of another key, or too old. */
export function sessionOf(secret: Buffer, { apiKeyId }: Caller, now: Date, id: string): Session | undefined {
  const sealed = unseal<Sealed>(secret, PURPOSE, id);
  if (sealed === undefined || sealed.key !== apiKeyId) return undefined;
  return now.getTime() - sealed.from < SESSION_LIFE_MS ? { elicits: sealed.elicits } : undefined;
}
