import { call } from './client.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly key?: string;
}

const PATH = '/console/api/keys';

export const listKeys = (page: number, signal: AbortSignal) =>
  call<ApiKey[]>(PATH, { query: { page }, signal });
export const createKey = (name: string) => call<ApiKey>(PATH, { body: { name } });
export const revokeKey = (id: string) => call<void>(`${PATH}/${id}`, { method: 'DELETE' });
