import { sendRequest } from './client.ts';
import type { ApiKeyJson } from './generated/console.ts';

const KEYS_PATH = '/console/api/keys';

export const fetchApiKeys = (page: number, signal: AbortSignal) =>
  sendRequest<ApiKeyJson[]>(KEYS_PATH, { query: { page }, signal });

interface NewKey {
  name: string;
  /** What it may change; see ApiKeyJson. */
  scope: ApiKeyJson['scope'];
  /** A date; absent: it never expires. */
  expiresAt?: string;
}

export const postApiKey = (key: NewKey) => sendRequest<ApiKeyJson>(KEYS_PATH, { body: key });
export const removeApiKey = (id: string) => sendRequest<void>(`${KEYS_PATH}/${id}`, { method: 'DELETE' });
