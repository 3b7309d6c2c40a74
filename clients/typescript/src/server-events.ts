/** One event of a `text/event-stream` body; a sign of life has an id and no data. */
export interface ServerEvent {
  id: string | undefined;
  name: string;
  data: string | undefined;
}

/** The service sends a sign of life every ten seconds: a connection that is silent for longer is lost. */
const MAX_SILENCE_MS = 45_000;

/** The stream ended without a word, or was silent for too long. */
export class LostStream extends Error {
  override name = 'LostStream';
}

/** The complete events of a body as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await readInTime(reader);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      yield* events.map(parseEvent);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LostStream('The stream is silent.')), MAX_SILENCE_MS);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function parseEvent(text: string): ServerEvent {
  const fields = new Map(
    text.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  return { id: fields.get('id'), name: fields.get('event') ?? '', data: fields.get('data') };
}
