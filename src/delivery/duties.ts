import type { Duty } from '../queue/duty.ts';
import { forgetConfirmationMails } from './confirmations/confirmations.ts';
import { replayDue } from './destinations/serve.ts';
import { endForsaken, forgetOld } from './notifications/upkeep.ts';
import { Composer } from './sending/compose.ts';
import { probeDue } from './sending/probe.ts';
import { Sender, type SenderParts } from './sending/sender.ts';

const PROBE_EVERY_MS = 1_000;
const REPLAY_EVERY_MS = 250;
const FORSAKEN_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;

/** What a working process does to deliver. */
export function deliveryDuties(parts: SenderParts): Duty[] {
  const { db, clock } = parts;
  const sender = new Sender(parts);
  const probing = { ...parts, composer: new Composer(db, parts.keyring) };
  return [
    { name: 'deliver', everyMs: 0, run: (signal) => sender.run(signal) },
    {
      name: 'probe suspended destinations',
      everyMs: PROBE_EVERY_MS,
      run: async () => void (await probeDue(probing)),
    },
    {
      name: 'replay what was held',
      everyMs: REPLAY_EVERY_MS,
      run: async () => void (await replayDue(db, clock)),
    },
    forgetConfirmationMails({ db, clock }),
    { name: 'end what nobody will send', everyMs: FORSAKEN_EVERY_MS, run: () => endForsaken(db, clock) },
    {
      name: 'forget old notifications',
      everyMs: FORGET_EVERY_MS,
      run: async (signal) => void (await forgetOld(db, clock, signal)),
    },
  ];
}
