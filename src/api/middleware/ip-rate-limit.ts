import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { SlidingWindowLog } from '../../lib/sliding-window-log.ts';
import type { Problem } from '../../service/problem.ts';
import { setRateLimitHeaders, tooManyRequests } from './middleware.ts';

/** Calls without a valid key, per IP address and sliding minute, counted by each process. */
export const MAX_UNAUTHENTICATED_PER_MINUTE = 60;
const MAX_TRACKED_IPS = 100_000;

/** A call without a key, or a key that was not found. */
export interface IpRateEvent {
  readonly of: 'call' | 'guess';
  readonly subject: string;
  /** By the monotonic clock, which all threads of a process share. */
  readonly at: number;
}

export class IpRateLimiter {
  readonly #clock: Clock;
  readonly #publish: (note: IpRateEvent) => void;
  readonly #permitted: number;
  readonly #calls: SlidingWindowLog;
  /** Keys that were not found. */
  readonly #failedKeys: SlidingWindowLog;

  /** `publish` sends what is counted here to the other threads of this process. */
  constructor(
    clock: Clock,
    permitted = MAX_UNAUTHENTICATED_PER_MINUTE,
    publish: (note: IpRateEvent) => void = () => {},
  ) {
    this.#clock = clock;
    this.#publish = publish;
    this.#permitted = permitted;
    const settings = { permitted, windowMs: MINUTE_MS, maxSubjects: MAX_TRACKED_IPS };
    this.#calls = new SlidingWindowLog(settings);
    this.#failedKeys = new SlidingWindowLog(settings);
  }

  /**
   * Whether another key from this IP address may be looked up. Calls without a key do not count: other
   * clients behind the same IP address may have valid keys.
   */
  mayTryKey(request: FastifyRequest): boolean {
    return this.#failedKeys.hasCapacity(rateLimitKey(request.ip), this.#clock.monotonicMs());
  }

  recordFailedKey(request: FastifyRequest): void {
    this.#record({ of: 'guess', subject: rateLimitKey(request.ip), at: this.#clock.monotonicMs() });
  }

  /** Counted by another thread. */
  applyRemote({ of, subject, at }: IpRateEvent): void {
    (of === 'call' ? this.#calls : this.#failedKeys).admit(subject, at);
  }

  #record(note: IpRateEvent): ReturnType<SlidingWindowLog['admit']> {
    const counted = (note.of === 'call' ? this.#calls : this.#failedKeys).admit(note.subject, note.at);
    if (counted.admitted) this.#publish(note);
    return counted;
  }

  admit(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const { admitted, remaining, retryInMs } = this.#record({
      of: 'call',
      subject: rateLimitKey(request.ip),
      at: this.#clock.monotonicMs(),
    });
    const now = this.#clock.now().getTime();
    const admission = {
      admitted,
      remaining,
      limit: this.#permitted,
      retryAt: Math.ceil((now + retryInMs) / 1000),
    };
    setRateLimitHeaders(request, reply, admission);
    return admitted ? undefined : tooManyRequests(admission, now);
  }
}

/** One customer of an IPv6 provider has a whole /64: counting single addresses would limit nothing. */
export function rateLimitKey(ip: string): string {
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
