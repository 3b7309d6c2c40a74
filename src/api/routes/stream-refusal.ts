import type { StreamRefusal } from '../../changes/read-changes.ts';
import type { RequestFault } from '../../lib/request-fault.ts';

const REFUSALS: Readonly<Record<StreamRefusal, RequestFault>> = {
  'foreign-cursor': {
    propertyPath: 'cursor',
    message: 'This cursor was not given out for this account; begin without one.',
    code: 'foreign_cursor',
    understood: false,
  },
  'expired-cursor': {
    propertyPath: 'cursor',
    message: 'This cursor is too old to continue from; export the properties again and begin there.',
    code: 'expired_cursor',
    understood: false,
  },
  'too-early': {
    propertyPath: 'since',
    message: 'Changes are kept for 30 days.',
    code: 'too_early',
    understood: true,
  },
};

export const streamRefusalFault = (refusal: StreamRefusal): RequestFault => REFUSALS[refusal];
