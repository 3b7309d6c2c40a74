import { appendQuery } from './client.ts';

/** One change of a home, as the stream announces it. */
export interface HomeChangeNotice {
  readonly propertyId: string;
  readonly changeType: string;
  /** Whether the home meets the criteria now. */
  readonly matches: boolean;
}

/** How long after an end or a failure the stream is opened again. */
const RECONNECT_MS = 5_000;

/** Announces changes of homes that meet the criteria, until the signal aborts; reconnects where it ended. */
export async function followHomeChanges(
  criteria: string,
  signal: AbortSignal,
  onChange: (change: HomeChangeNotice) => void,
): Promise<void> {
  let lastId: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const { id, data } of readStream(criteria, lastId, signal)) {
        lastId = id ?? lastId;
        if (data !== undefined) onChange(JSON.parse(data) as HomeChangeNotice);
      }
    } catch {
      // An aborted, refused or broken stream is opened again, or the screen is gone.
    }
    await pause(RECONNECT_MS, signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** An EventSource cannot send the header that the console's routes require. */
async function* readStream(
  criteria: string,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const reply = await fetch(appendQuery('/console/api/home-changes', { criteria, cursor: lastId }), {
    headers: { accept: 'text/event-stream', 'x-gable-console': '1' },
    credentials: 'same-origin',
    signal,
  });
  if (!reply.ok || reply.body === null) return;
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (text + read.value).split('\n\n');
    text = events.pop() ?? '';
    yield* events.map(parseEvent);
  }
}

function parseEvent(event: string): StreamEvent {
  const lines = event.split('\n');
  const read = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return { id: read('id'), data: read('data') };
}
