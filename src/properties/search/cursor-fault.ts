import type { RequestFault } from '../../lib/request-fault.ts';

export type CursorRefusal = 'foreign-cursor' | 'expired-cursor';

const MESSAGES: Readonly<Record<CursorRefusal, string>> = {
  'foreign-cursor':
    'This cursor was not given out for this account, these criteria and this order; begin without one.',
  'expired-cursor': 'This cursor is too old to go on from; begin without one.',
};

export const cursorFault = (refusal: CursorRefusal): RequestFault => ({
  propertyPath: 'cursor',
  message: MESSAGES[refusal],
  code: refusal.replace('-', '_'),
  understood: false,
});
