// Preloaded into a real process (`node --import`): the wall clock of its JavaScript is ahead of the machine's by the milliseconds in a
// file. The monotonic clock, timers and PostgreSQL are unchanged, as when a person sets the time.
import { readFileSync } from 'node:fs';

const file = process.env['MOVED_CLOCK_FILE'] ?? '';
const LOOK_MS = 20;
const RealDate = Date;
let aheadMs = 0;

const look = (): void => {
  try {
    aheadMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    aheadMs = 0;
  }
};

look();
setInterval(look, LOOK_MS).unref();

const movedNow = (): number => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, caller) =>
    Reflect.construct(target, args.length === 0 ? [movedNow()] : args, caller === Date ? target : caller),
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
});
