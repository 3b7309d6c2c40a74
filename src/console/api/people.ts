import { sendRequest } from './client.ts';
import type {
  AccountMemberJson,
  EnterableAccountJson,
  InvitationJson,
  RoleJson,
} from './generated/console.ts';

const PEOPLE = '/console/api/people';
const INVITATIONS = '/console/api/invitations';
const ACCOUNTS = '/console/api/accounts';

export const fetchPeople = (page: number, signal: AbortSignal) =>
  sendRequest<AccountMemberJson[]>(PEOPLE, { query: { page }, signal });
export const putRole = (id: string, role: RoleJson) =>
  sendRequest<void>(`${PEOPLE}/${id}`, { method: 'PUT', body: { role } });
export const removePerson = (id: string) => sendRequest<void>(`${PEOPLE}/${id}`, { method: 'DELETE' });

export const fetchInvitations = (page: number, signal: AbortSignal) =>
  sendRequest<InvitationJson[]>(INVITATIONS, { query: { page }, signal });
export const postInvitation = (invitation: { email: string; role: RoleJson; language: 'en' | 'fr' }) =>
  sendRequest<InvitationJson>(INVITATIONS, { body: invitation });
export const revokeInvitation = (id: string) =>
  sendRequest<void>(`${INVITATIONS}/${id}`, { method: 'DELETE' });
export const findInvitation = (token: string) =>
  sendRequest<InvitationJson>(`${INVITATIONS}/lookup`, { body: { token } });
export const acceptInvitation = (token: string) =>
  sendRequest<InvitationJson>(`${INVITATIONS}/accept`, { body: { token } });

export const fetchAccounts = (name: string, signal: AbortSignal) =>
  sendRequest<EnterableAccountJson[]>(ACCOUNTS, { query: { name }, signal });
export const enterAccount = (id: string) =>
  sendRequest<EnterableAccountJson>(`${ACCOUNTS}/${id}/enter`, { method: 'POST' });
export const leaveAccount = (id: string) =>
  sendRequest<void>(`${ACCOUNTS}/${id}/membership`, { method: 'DELETE' });
