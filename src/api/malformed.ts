import type { Socket } from 'node:net';
import { Problem, type ProblemName, problems } from './problem.ts';
import { PROBLEM_JSON, problemBody } from './render/problem.ts';

const BY_CODE: Record<string, [ProblemName, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers hold more than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
};

/** Bytes that are not HTTP never reach Fastify: they are answered on the bare socket, which is then closed. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [name, detail] = BY_CODE[error.code ?? ''] ?? ['bad-request', 'The request is not well-formed HTTP.'];
  const body = problemBody(new Problem(name, detail), requestId);
  const { status, title } = problems[name];
  socket.end(
    Buffer.concat([
      Buffer.from(
        [
          `HTTP/1.1 ${status} ${title}`,
          `Content-Type: ${PROBLEM_JSON}`,
          `Content-Length: ${body.length}`,
          `X-Request-Id: ${requestId}`,
          'Connection: close',
          '\r\n',
        ].join('\r\n'),
      ),
      body,
    ]),
  );
}
