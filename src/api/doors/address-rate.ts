import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import { SlidingLog } from '../../lib/sliding-log.ts';
import type { Problem } from '../problem.ts';
import { rateHeaders, tooManyRequests } from './rate-headers.ts';

/** Calls without a valid key, per address and moving minute, counted by each process. */
export const UNAUTHENTICATED_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 100_000;

export class AddressRate {
  readonly #clock: Clock;
  readonly #permitted: number;
  readonly #log: SlidingLog;

  constructor(clock: Clock, permitted = UNAUTHENTICATED_PER_MINUTE) {
    this.#clock = clock;
    this.#permitted = permitted;
    this.#log = new SlidingLog({ permitted, windowMs: MINUTE_MS, mostSubjects: MOST_ADDRESSES });
  }

  hasRoom(request: FastifyRequest): boolean {
    return this.#log.hasRoom(subject(request.ip), this.#clock.now().getTime());
  }

  admit(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const now = this.#clock.now().getTime();
    const { admitted, remaining, retryInMs } = this.#log.admit(subject(request.ip), now);
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
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  return isIPv6(plain) ? network64(plain) : plain;
}

function network64(ip: string): string {
  const [head = '', tail] = ip.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
