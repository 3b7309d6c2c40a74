import { sendRequest } from './client.ts';
import type { ApiKeyJson } from './generated/console.ts';

const KEYS_PATH = '/console/api/keys';

export const fetchApiKeys = (page: number, signal: AbortSignal) =>
  sendRequest<ApiKeyJson[]>(KEYS_PATH, { query: { page }, signal });
export const postApiKey = (name: string) => sendRequest<ApiKeyJson>(KEYS_PATH, { body: { name } });
export const removeApiKey = (id: string) => sendRequest<void>(`${KEYS_PATH}/${id}`, { method: 'DELETE' });
