// The server that `npm run bench -- mcp` measures, in its own process. Sends its port; answers any message with its CPU time.
import { createTestAlert } from '../../test/support/alerts.ts';
import { startApi } from '../../test/support/api.ts';
import { createOwner } from '../../test/support/owners.ts';
import { createSearchHelpers } from '../../test/support/searches.ts';

const HOMES = 40;
const ALERTS = 10;
const clients = Number(process.argv[2]);

const ends: (() => Promise<void>)[] = [];
const api = await startApi({ after: (end) => void ends.push(end) });
const port = await api.listen();
const { city, ids } = await createSearchHelpers(api).several(HOMES);
for (let at = 0; at < ALERTS; at++)
  await createTestAlert(api.db, api.clock, api.owner, { name: `Alert ${at}` });
const accounts = [];
for (let at = 0; at < clients; at++) {
  const owner = await createOwner(api.db, api.clock);
  const { id } = await createTestAlert(api.db, api.clock, owner);
  accounts.push({ key: owner.key, alertId: id });
}

async function leave(): Promise<void> {
  api.app.server.closeAllConnections();
  for (const end of ends) await end();
  process.exit();
}

process.on('message', (message) => {
  if (message === 'end') void leave();
  else process.send?.(process.cpuUsage());
});
process.on('disconnect', () => void leave());
process.send?.({ port, city, propertyId: ids[0], key: api.owner.key, accounts });
