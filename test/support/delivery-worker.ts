// A worker that only delivers, in its own process, so that tests can kill it. Its environment configures it; it prints "ready", its
// memory use on SIGUSR2, and "stopping". It stops as a process of the service does.
import { openDatabase } from '../../src/db/pool.ts';
import { deliveryJobs } from '../../src/delivery/jobs.ts';
import { createKeyring } from '../../src/delivery/keys/keyring.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import { waitForShutdown } from '../../src/processes/shutdown.ts';
import { runPeriodically } from '../../src/queue/periodic-job.ts';
import { silentLog } from './log.ts';

const config = JSON.parse(process.env['DELIVERY_WORKER'] ?? '{}');
const stopping = waitForShutdown(silentLog);
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`used ${heapUsed} ${external}\n`);
});
const db = openDatabase(config.connection, { log: silentLog, applicationName: 'gable test worker' });
const outbound = createOutboundClient({ loopback: true, ownHosts: [] }, { ca: config.ca });
const duties = deliveryJobs({
  db,
  clock: systemClock,
  outbound,
  keyring: createKeyring([{ version: 1, secret: Buffer.from(config.secret, 'base64') }]),
  mail: undefined as never,
  onFault: () => undefined,
  shutdownSignal: stopping.shutdownSignal,
  ...config.timeouts,
});
const running = duties.map((duty) =>
  runPeriodically(duty, { clock: systemClock, log: silentLog }, stopping.signal),
);
process.stdout.write('ready\n');
await stopping.requested;
process.stdout.write('stopping\n');
await Promise.all(running);
await outbound.close();
await db.end();
process.exit(stopping.shutdownSignal.aborted ? 1 : 0);
