// The server that `npm run bench -- body` sends to, in a process of its own: whoever sends must not stall whoever answers.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { startApi } from '../../test/support/api.ts';

const endings: (() => Promise<void>)[] = [];
const api = await startApi({ after: (end) => endings.push(end) });
const { key } = await createApiKey(api.db, api.clock, {
  accountId: api.owner.accountId,
  name: 'bench',
  operator: true,
});
const port = await api.listen();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', async (message: 'reset' | 'read' | 'end') => {
  if (message === 'reset') delay.reset();
  if (message === 'end') {
    for (const end of endings) await end();
    process.disconnect();
    return;
  }
  process.send?.({ ms: delay.max / 1e6 });
});
process.send?.({ port, key });
