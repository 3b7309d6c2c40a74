/** What a person may do on an account, from the most to the least. */
export const ROLES = ['OWNER', 'MEMBER', 'READ_ONLY'] as const;

export type Role = (typeof ROLES)[number];
