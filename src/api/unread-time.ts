import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** The kernel buffers this much of a response; a client must read the rest of a larger one. */
const LARGE_RESPONSE_BYTES = 65_536;
/**
 * The connection of a large response is closed after this time without a byte read, which frees its memory.
 */
const MAX_UNREAD_MS = 30_000;

/** Called before a body is sent. */
export function limitUnreadTime(reply: FastifyReply, bytes: number, maxUnreadMs = MAX_UNREAD_MS): void {
  if (bytes <= LARGE_RESPONSE_BYTES) return;
  const { socket } = reply.raw;
  // An injected request has no real socket.
  if (socket instanceof Socket) socket.setTimeout(maxUnreadMs);
}
