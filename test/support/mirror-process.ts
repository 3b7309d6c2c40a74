// A client that keeps a copy by the change stream, as docs/guides/mirror.md says, and may be killed at any moment.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { StreamChange } from '../../src/changes/property-change.ts';
import { readServerEvents } from './server-events.ts';

const [file = '', urlFile = '', key = '', mode = ''] = process.argv.slice(2);
const RETRY_MS = 50;

export interface Mirror {
  cursor: string;
  properties: Record<string, unknown>;
}

const mirror: Mirror = JSON.parse(readFileSync(file, 'utf8'));

/** Properties and cursor together, or neither. */
function save(): void {
  writeFileSync(`${file}.new`, JSON.stringify(mirror));
  renameSync(`${file}.new`, file);
}

function apply({ propertyId, data, cursor }: StreamChange): void {
  if (data === null) delete mirror.properties[propertyId];
  else mirror.properties[propertyId] = data;
  mirror.cursor = cursor;
}

const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
  fetch(readFileSync(urlFile, 'utf8') + path, { headers: { 'x-api-key': key, ...headers } });

async function followEvents(): Promise<void> {
  const response = await ask('/changes', { accept: 'text/event-stream', 'last-event-id': mirror.cursor });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  for await (const { data } of readServerEvents(response.body)) {
    apply(JSON.parse(data));
    save();
  }
}

async function readPage(): Promise<void> {
  const response = await ask(`/changes?limit=20&cursor=${mirror.cursor}`, { accept: 'application/json' });
  if (response.status !== 200) throw new Error(await response.text());
  const page = (await response.json()) as { data: StreamChange[]; meta: { cursor: string } };
  for (const change of page.data) apply(change);
  mirror.cursor = page.meta.cursor;
  save();
}

for (;;) {
  // The server is killed too: it comes back at another port.
  await (mode === 'events' ? followEvents() : readPage()).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
