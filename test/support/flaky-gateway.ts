import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way to the real server. */
export type GatewayFault =
  /** It never arrives. */
  | { status: number; headers?: Record<string, string> }
  /** It arrives; the answer is lost with the connection. */
  | 'lose answer'
  /** The answer is cut off after its first bytes. */
  | 'cut answer';

export interface PassedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  at: number;
}

/** A proxy in front of the real server that breaks one request after the other as the test says. */
export class FlakyGateway {
  readonly requests: PassedRequest[] = [];
  readonly #faults: GatewayFault[] = [];
  readonly #target: URL;
  readonly #server = http.createServer((request, response) => this.#pass(request, response));

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async listen(scope: { after(end: () => void): void }): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    scope.after(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next requests meet these faults; those after them none. */
  break(...faults: GatewayFault[]): void {
    this.requests.length = 0;
    this.#faults.splice(0, this.#faults.length, ...faults);
  }

  /** Ends every connection at once, answered or not. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, path: url, headers, at: performance.now() });
    const fault = this.#faults.shift();
    if (typeof fault === 'object') {
      request.resume();
      response.writeHead(fault.status, fault.headers).end();
      return;
    }
    const { hostname, port } = this.#target;
    const passed = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      if (fault === 'lose answer') {
        answer.resume();
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on('data', (chunk: Buffer) => {
        if (fault !== 'cut answer') return void response.write(chunk);
        response.write(chunk.subarray(0, chunk.length >> 1), () => response.destroy());
      });
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }
}
