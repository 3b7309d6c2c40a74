import { sendRequest } from './client.ts';
import type { AuditEntryJson } from './generated/public.ts';

export const fetchAuditLog = (page: number, signal: AbortSignal) =>
  sendRequest<AuditEntryJson[]>('/account/audit-log', { query: { page }, signal });
