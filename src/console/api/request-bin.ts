import { ApiError, sendRequest } from './client.ts';
import type { RequestBinJson, RequestBinRequestJson, WebhookUrlCheckJson } from './generated/console.ts';

const PATH = '/console/api/request-bin';

/** Null until the account opens one. */
export const fetchRequestBin = (signal: AbortSignal): Promise<RequestBinJson | null> =>
  sendRequest<RequestBinJson>(PATH, { signal }).catch((fault: unknown) => {
    if (fault instanceof ApiError && fault.status === 404) return null;
    throw fault;
  });
export const postOpenBin = () => sendRequest<RequestBinJson>(`${PATH}/open`, { method: 'POST' });
export const fetchBinRequests = (page: number, signal: AbortSignal) =>
  sendRequest<RequestBinRequestJson[]>(`${PATH}/requests`, { query: { page }, signal });
export const requestBinEmptying = () => sendRequest<void>(`${PATH}/requests`, { method: 'DELETE' });

export const fetchUrlCheck = (url: string) =>
  sendRequest<WebhookUrlCheckJson>('/console/api/webhook-url-check', { query: { url } });
