// The server that `npm run bench -- mcp` measures, in a process of its own. Tells its port; answers any message with its CPU time.
import { after } from 'node:test';
import { newAlert } from '../../test/support/alerts.ts';
import { startApi } from '../../test/support/api.ts';
import { newOwner } from '../../test/support/owners.ts';
import { searchesOf } from '../../test/support/searches.ts';

const HOMES = 40;
const clients = Number(process.argv[2]);

const api = await startApi({ after });
const port = await api.listen();
const { city } = await searchesOf(api).several(HOMES);
const accounts = [];
for (let at = 0; at < clients; at++) {
  const owner = await newOwner(api.db, api.clock);
  const { id } = await newAlert(api.db, api.clock, owner);
  accounts.push({ key: owner.key, alertId: id });
}
process.on('message', (message) => {
  if (message === 'end') process.disconnect();
  else process.send?.(process.cpuUsage());
});
process.send?.({ port, city, key: api.owner.key, accounts });
