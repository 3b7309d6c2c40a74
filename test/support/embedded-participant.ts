// A process that uses the server of a data directory until its standard input ends. `participant.ts` starts it.
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { silentLog as log } from './log.ts';

const server = await joinEmbeddedServer({ dataDir: process.argv[2] ?? '', log, durable: false });
console.log(JSON.stringify({ connection: server.connection, joined: server.joined }));
for await (const _ of process.stdin);
await server.leave();
