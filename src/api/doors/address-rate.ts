import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import { SlidingLog } from '../../lib/sliding-log.ts';
import type { Problem } from '../problem.ts';
import { rateHeaders, tooManyRequests } from './rate-headers.ts';

/** Calls without a valid key, per address and moving minute, counted by each process. */
export const UNAUTHENTICATED_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const MAX_TRACKED_IPS = 100_000;

/** One more call without a key, or one more key looked for in vain. */
export interface AddressNote {
  readonly of: 'call' | 'guess';
  readonly subject: string;
  /** By the monotonic clock, which all threads of a process share. */
  readonly at: number;
}

export class AddressRate {
  readonly #clock: Clock;
  readonly #tell: (note: AddressNote) => void;
  readonly #permitted: number;
  readonly #calls: SlidingLog;
  /** Keys that were looked for in vain. */
  readonly #guesses: SlidingLog;

  /** `tell` hears what is counted here, for the other threads of this process. */
  constructor(
    clock: Clock,
    permitted = UNAUTHENTICATED_PER_MINUTE,
    tell: (note: AddressNote) => void = () => {},
  ) {
    this.#clock = clock;
    this.#tell = tell;
    this.#permitted = permitted;
    const settings = { permitted, windowMs: MINUTE_MS, mostSubjects: MAX_TRACKED_IPS };
    this.#calls = new SlidingLog(settings);
    this.#guesses = new SlidingLog(settings);
  }

  /** Whether one more key from there is looked for. Calls without a key do not count: whoever shares their address has a key. */
  mayGuess(request: FastifyRequest): boolean {
    return this.#guesses.hasRoom(subject(request.ip), this.#clock.monotonicMs());
  }

  noteGuess(request: FastifyRequest): void {
    this.#note({ of: 'guess', subject: subject(request.ip), at: this.#clock.monotonicMs() });
  }

  /** Counted by another thread. */
  hear({ of, subject, at }: AddressNote): void {
    (of === 'call' ? this.#calls : this.#guesses).admit(subject, at);
  }

  #note(note: AddressNote): ReturnType<SlidingLog['admit']> {
    const counted = (note.of === 'call' ? this.#calls : this.#guesses).admit(note.subject, note.at);
    if (counted.admitted) this.#tell(note);
    return counted;
  }

  admit(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const { admitted, remaining, retryInMs } = this.#note({
      of: 'call',
      subject: subject(request.ip),
      at: this.#clock.monotonicMs(),
    });
    const now = this.#clock.now().getTime();
    const admission = {
      admitted,
      remaining,
      limit: this.#permitted,
      retryAt: Math.ceil((now + retryInMs) / 1000),
    };
    rateHeaders(reply, admission);
    return admitted ? undefined : tooManyRequests(admission, now);
  }
}

/** One customer of an IPv6 provider holds a whole /64: counting single addresses would count nothing. */
export function subject(ip: string): string {
  const plain = /^::ffff:(?=\d+\.)/i.test(ip) ? ip.slice(7) : ip;
  return isIPv6(plain) ? network64(plain) : plain;
}

function network64(ip: string): string {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array(8 - front.length - back.length).fill('0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
