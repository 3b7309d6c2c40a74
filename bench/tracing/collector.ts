import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reads and answers, as a collector of OTLP does. The variable makes a process of a bench send its spans there. */
export async function startBenchCollector(): Promise<{ env: { BENCH_COLLECTOR: string }; close(): void }> {
  const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  return {
    env: { BENCH_COLLECTOR: `http://127.0.0.1:${port}` },
    close() {
      collector.close();
      collector.closeAllConnections();
    },
  };
}
