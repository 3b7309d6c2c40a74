import {
  constants,
  createDeflate,
  createInflate,
  createZstdCompress,
  createZstdDecompress,
  deflateSync,
  inflateSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { encodeUtf8, isBeyondLatin1 } from './utf8.ts';

/** A stream of `node:zlib`. The last two members are not documented: another Node may lack them. */
interface CodecStream {
  on(event: 'error', listener: () => void): unknown;
  close(): void;
  readonly _handle: CodecHandle;
  /** Bytes left of the output and of the input. */
  readonly _writeState: Uint32Array;
}

interface CodecHandle {
  writeSync(
    ...values: [
      ...[flush: number, input: Uint8Array, from: number, length: number],
      ...[output: Uint8Array, at: number, room: number],
    ]
  ): void;
  reset(): void;
  onerror: (message: string, errno: number, code: string) => void;
}

/** Larger than most texts: a larger one takes several steps. */
const OUTPUT_BYTES = 64 * 1024;
const output = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
/** Of a text; a longer one gets a buffer of its own. */
const textBytes = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
/** A unit of UTF-16 takes at most three bytes of UTF-8. */
const MAX_UNIT_BYTES = 3;
/** The first one opens the context, the next ones use it again. */
const COMPARED_RUNS = 3;

interface CodecOptions {
  /** The documented function that gives the same bytes. */
  readonly plain: (input: Uint8Array) => Buffer;
  readonly flush: number;
  /** The context does not begin again by itself. */
  readonly isReset: boolean;
}

/**
 * Compresses or decompresses short texts with one native context. The functions of `node:zlib` make a stream, a context
 * and the tables of the dictionary for each. The first runs are compared with these functions: where they differ, as a Node
 * of other members would, the functions alone are used.
 */
export class ReusedCodec {
  readonly #create: () => CodecStream;
  readonly #options: CodecOptions;
  #isPlain = false;
  #compared = 0;
  #stream: CodecStream | undefined;
  #error: Error | undefined;

  constructor(create: () => unknown, options: CodecOptions) {
    this.#create = create as () => CodecStream;
    this.#options = options;
  }

  /** Throws where the functions of `node:zlib` do; the next call has a new context. */
  run(input: Uint8Array): Buffer {
    if (this.#isPlain) return this.#options.plain(input);
    return this.#compared < COMPARED_RUNS ? this.#compare(input) : this.#reuse(input);
  }

  /** The same into `target`, without a copy where the result ends before it; the number of bytes. */
  runInto(input: Uint8Array, target: Buffer, at: number): number {
    if (!this.#isPlain && this.#compared >= COMPARED_RUNS) {
      const written = this.#withStream((stream) => this.#writeInto(stream, input, target, at));
      if (written !== undefined) return written;
    }
    return this.run(input).copy(target, at);
  }

  #compare(input: Uint8Array): Buffer {
    const expected = this.#options.plain(input);
    this.#compared += 1;
    try {
      this.#isPlain = !this.#reuse(input).equals(expected);
    } catch {
      this.#isPlain = true;
    }
    return expected;
  }

  #reuse = (input: Uint8Array): Buffer => this.#withStream((stream) => this.#write(stream, input));

  #withStream<Result>(write: (stream: CodecStream) => Result): Result {
    const stream = this.#stream ?? this.#open();
    // Until it has ended well: a context that failed is never used again.
    this.#stream = undefined;
    const result = write(stream);
    if (result === undefined) stream.close();
    else {
      if (this.#options.isReset) stream._handle.reset();
      this.#stream = stream;
    }
    return result;
  }

  /** The same of a text in UTF-8. */
  runText(text: string): Buffer {
    if (text.length * MAX_UNIT_BYTES > textBytes.length || isBeyondLatin1(text))
      return this.run(encodeUtf8(text));
    return this.run(textBytes.subarray(0, textBytes.write(text)));
  }

  #open(): CodecStream {
    const stream = this.#create();
    stream.on('error', () => {});
    stream._handle.onerror = (message, errno, code) => {
      this.#error = Object.assign(new Error(message), { errno, code });
    };
    return stream;
  }

  #write(stream: CodecStream, input: Uint8Array): Buffer {
    const parts: Buffer[] = [];
    const { flush } = this.#options;
    for (let from = 0; ; ) {
      stream._handle.writeSync(flush, input, from, input.length - from, output, 0, OUTPUT_BYTES);
      this.#throwError(stream);
      const [outputLeft = 0, inputLeft = 0] = stream._writeState;
      parts.push(Buffer.from(output.subarray(0, OUTPUT_BYTES - outputLeft)));
      if (outputLeft > 0) return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      from = input.length - inputLeft;
    }
  }

  /** Undefined where the target may have been too short: the context may have more. */
  #writeInto(stream: CodecStream, input: Uint8Array, target: Buffer, at: number): number | undefined {
    const room = target.length - at;
    stream._handle.writeSync(this.#options.flush, input, 0, input.length, target, at, room);
    this.#throwError(stream);
    const [outputLeft = 0] = stream._writeState;
    return outputLeft === 0 ? undefined : room - outputLeft;
  }

  #throwError(stream: CodecStream): void {
    const error = this.#error;
    if (error === undefined) return;
    this.#error = undefined;
    stream.close();
    throw error;
  }
}

export const zstdCompressor = (options: ZstdOptions): ReusedCodec =>
  new ReusedCodec(() => createZstdCompress(options), {
    plain: (input) => zstdCompressSync(input, options),
    flush: constants.ZSTD_e_end,
    isReset: false,
  });

export const zstdDecompressor = (options: ZstdOptions): ReusedCodec =>
  new ReusedCodec(() => createZstdDecompress(options), {
    plain: (input) => zstdDecompressSync(input, options),
    flush: constants.ZSTD_e_end,
    isReset: false,
  });

export const deflater = (options: ZlibOptions): ReusedCodec =>
  new ReusedCodec(() => createDeflate(options), {
    plain: (input) => deflateSync(input, options),
    flush: constants.Z_FINISH,
    isReset: true,
  });

export const inflater = (options: ZlibOptions): ReusedCodec =>
  new ReusedCodec(() => createInflate(options), {
    plain: (input) => inflateSync(input, options),
    flush: constants.Z_FINISH,
    isReset: true,
  });
