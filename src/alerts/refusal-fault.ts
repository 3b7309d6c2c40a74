import { MAX_DESTINATIONS } from '../delivery/destinations/destinations.ts';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { type AlertRefusal, MAX_ALERTS, MAX_CRITERIA_BYTES_PER_ACCOUNT } from './alerts.ts';
import { unknownDestination } from './resolve-alert-request.ts';

export const MAX_CRITERIA_MIB = MAX_CRITERIA_BYTES_PER_ACCOUNT / 2 ** 20;

const FAULTS: Readonly<Record<AlertRefusal, RequestFault>> = {
  'no-destination': ruleFault(
    'notificationDestination',
    'An enabled alert needs a destination, as the account has no default.',
    'required',
  ),
  'no-default': ruleFault(
    'notificationDestination',
    'Cannot be null: the account has no default destination.',
    'required',
  ),
  'unknown-destination': unknownDestination,
  'too-many-destinations': ruleFault(
    'notificationDestination',
    `An account has at most ${MAX_DESTINATIONS} destinations.`,
    'too_many',
  ),
  'made-before': ruleFault('', 'This alert was created before; nothing was changed.', 'repeated'),
  'changed-since': ruleFault('', 'The alert changed since; nothing was changed.', 'changed'),
  'too-many-alerts': ruleFault('', `An account has at most ${MAX_ALERTS} alerts.`, 'too_many'),
  'too-much-criteria': ruleFault(
    'criteria',
    `The criteria of all alerts of an account take at most ${MAX_CRITERIA_MIB} MiB together.`,
    'too_large',
  ),
};

/** Why an alert could not be saved, as a fault of the request. */
export const alertRefusalFault = (refusal: AlertRefusal): RequestFault => FAULTS[refusal];
