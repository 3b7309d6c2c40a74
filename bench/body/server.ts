// The server of `npm run bench -- body`, in its own process: sending must not stall answering.
import { createApiKey } from '../../src/accounts/accounts.ts';
import { startApi } from '../../test/support/api.ts';
import { LongestBlock } from '../../test/support/longest-block.ts';

const cleanups: (() => Promise<void>)[] = [];
const api = await startApi({ after: (end) => cleanups.push(end) });
const { key } = await createApiKey(api.db, api.clock, {
  accountId: api.owner.accountId,
  name: 'bench',
  operator: true,
});
const port = await api.listen();
const block = new LongestBlock();

process.on('message', async (message: 'reset' | 'read' | 'end') => {
  if (message === 'reset') block.reset();
  if (message === 'end') {
    block.stop();
    for (const end of cleanups) await end();
    process.disconnect();
    return;
  }
  process.send?.({ ms: block.ms });
});
process.send?.({ port, key });
