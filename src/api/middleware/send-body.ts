import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { releaseBuffer } from '../../lib/buffer-pool.ts';
import { codingFor, compress } from '../compression/compress.ts';
import type { AcceptedCodings } from '../compression/content-coding.ts';

type Body = string | Buffer;

const asIs = <Text extends Body>(text: Text): Text => text;

/** Sends a body in the coding that the client prefers. The type is set before. */
export function sendBody(
  reply: FastifyReply,
  body: Body,
  codings: AcceptedCodings,
): FastifyReply | Promise<FastifyReply> {
  const coding = codingFor(codings, body.length);
  if (coding === 'identity') {
    if (typeof body !== 'string') reply.raw.once('close', () => releaseBuffer(body));
    // The serializer keeps Fastify from adding a charset, which JSON:API forbids. Text is sent in one write
    // with the head, a buffer in two: 8 % of the CPU of a null route.
    return reply.serializer(asIs).send(body);
  }
  reply.header('content-encoding', coding);
  const compressed = compress(body, coding);
  if (compressed instanceof Promise)
    return compressed.then((bytes) => {
      if (typeof body !== 'string') releaseBuffer(body);
      return reply.serializer(asIs).send(bytes);
    });
  if (typeof body !== 'string') releaseBuffer(body);
  return reply.serializer(asIs).send(compressed);
}

/**
 * Sets the tag of a body, and answers whether the client has it already (RFC 9110, 13.1.2). The tag is weak: it is the
 * same whatever the coding.
 */
export function matchesTag(held: string | undefined, reply: FastifyReply, body: string): boolean {
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, TAG_CHARS)}"`;
  reply.header('etag', tag);
  // The copy of a client is private, and checked at each use.
  reply.header('cache-control', 'private, no-cache');
  return held !== undefined && isHeld(held, tag);
}

/** 132 bits. */
const TAG_CHARS = 22;

const isHeld = (header: string, tag: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag.slice('W/'.length));
