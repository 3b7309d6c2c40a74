import type { Door } from './door.ts';

/** Fourth door: an address that is not there, or not for this method, is refused before a byte of a body is read. */
export const addressDoor: Door = (request) => request.visit.door.refusal?.();
