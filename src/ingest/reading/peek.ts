const HEAD_CHARS = 4096;

export interface PeekedText {
  /** The first characters. */
  readonly head: string;
  /** All of the text, the first characters included. */
  readonly whole: AsyncIterable<string>;
}

/** Reads the first characters of a text without consuming them. */
export async function peekText(text: AsyncIterable<string>): Promise<PeekedText> {
  const source = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < HEAD_CHARS) {
    const { value, done } = await source.next();
    if (done) break;
    head += value;
  }
  return { head: head.slice(0, HEAD_CHARS), whole: rejoin(head, source) };
}

async function* rejoin(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    if (head !== '') yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
