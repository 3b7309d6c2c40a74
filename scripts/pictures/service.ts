import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAIN } from '../../test/support/main-file.ts';

export interface DemoService {
  url: string;
  /** A customer's webhook on this machine. */
  webhook: string;
  stop(): void;
}

/** A service in a temporary directory, or the one of GABLE_URL; it may send webhooks to this machine. */
export async function startService(): Promise<DemoService> {
  const receiver = await startReceiver();
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/gable`;
  const existing = process.env['GABLE_URL'];
  if (existing) return { url: existing, webhook, stop: () => receiver.close() };
  const folder = mkdtempSync(join(tmpdir(), 'gable-pictures-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', WORK_PORT: '0', OUTBOUND_LOOPBACK: 'on' },
  });
  let output = '';
  child.stderr.on('data', (text) => (output += String(text)));
  child.stdout.on('data', (text) => (output += String(text)));
  let url: string | undefined;
  while (url === undefined) {
    if (child.exitCode !== null) throw new Error(output);
    url = /(http:\/\/localhost:\d+)\/console/.exec(output)?.[1];
    await pause(200);
  }
  const stop = () => {
    receiver.close();
    child.once('close', () => rmSync(folder, { recursive: true, force: true }));
    child.kill('SIGTERM');
  };
  return { url, webhook, stop };
}

/** Accepts every event but each fifth, so that the pictures show both outcomes. */
function startReceiver(): Promise<Server> {
  let received = 0;
  const server = createServer((request, reply) => {
    request.resume();
    received += 1;
    const isIll = received % 5 === 0;
    reply.writeHead(isIll ? 503 : 200, { 'content-type': 'application/json' });
    reply.end(isIll ? '{"error":"try later"}' : '{"received":true}');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
