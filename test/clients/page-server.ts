import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** An empty page, and the files of the client below /client; returns the origin. */
export async function servePage(scope: { after(end: () => void): void }, files: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const file = join(files, url.replace('/client/', ''));
    if (url.startsWith('/client/') && existsSync(file))
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  scope.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
