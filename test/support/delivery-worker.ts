// A worker that does nothing but deliver, in a process of its own, so that tests may kill it. Told by its environment; says "ready",
// and what memory it uses when it is asked by SIGUSR2. It stops as a process of the service does.
import { openDatabase } from '../../src/db/pool.ts';
import { deliveryDuties } from '../../src/delivery/duties.ts';
import { createKeyring } from '../../src/delivery/keys/keyring.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openOutbound } from '../../src/outbound/outbound.ts';
import { untilToldToStop } from '../../src/processes/stop.ts';
import { repeatDuty } from '../../src/queue/duty.ts';
import { silentLog } from './log.ts';

const told = JSON.parse(process.env['DELIVERY_WORKER'] ?? '{}');
const stopping = untilToldToStop(silentLog);
process.on('SIGUSR2', () => process.stdout.write(`rss ${process.memoryUsage.rss()}\n`));
const db = openDatabase(told.connection, { log: silentLog, applicationName: 'gable test worker' });
const outbound = openOutbound({ loopback: true, ourselves: [] }, { ca: told.ca });
const duties = deliveryDuties({
  db,
  clock: systemClock,
  outbound,
  keyring: createKeyring([{ version: 1, secret: Buffer.from(told.secret, 'base64') }]),
  mail: undefined as never,
  onFault: () => undefined,
  hurry: stopping.hurry,
  ...told.patience,
});
const running = duties.map((duty) =>
  repeatDuty(duty, { clock: systemClock, log: silentLog }, stopping.signal),
);
process.stdout.write('ready\n');
await stopping.told;
await Promise.all(running);
await outbound.close();
await db.end();
process.exit(stopping.hurry.aborted ? 1 : 0);
