/** What a key may change, from the least to the most. Each reads what its account may read. */
export const KEY_SCOPES = ['READ', 'ALERTS', 'FULL'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Whether a caller with that scope may do what takes at least the other one. */
export const permits = (scope: KeyScope, least: KeyScope): boolean =>
  KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(least);

/** Why a key is refused. One with the scope FULL is not refused for its scope. */
export const SCOPE_REFUSALS: Readonly<Record<KeyScope, string>> = {
  READ: 'This key may only read: use one that may also write.',
  ALERTS:
    'This key may read, and change alerts, destinations and favorites only: use one that may change everything.',
  FULL: 'This key may not do this.',
};
