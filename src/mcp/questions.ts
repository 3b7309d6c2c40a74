import { randomUUID } from 'node:crypto';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export type Answer = JSONRPCMessage & { id: RequestId };

interface Waiting {
  apiKeyId: string;
  /** The name the server of the call has for its question. */
  known: RequestId;
  hear(message: JSONRPCMessage): void;
}

/**
 * Questions that calls of this thread have put to 2025 clients and wait for. Every call has a server of its own, which numbers its
 * questions from 0; on the wire each has a name that no other has.
 */
export class Questions {
  readonly #waiting = new Map<RequestId, Waiting>();
  readonly #elsewhere: (answer: Answer, apiKeyId: string) => Promise<boolean>;

  /** `elsewhere`: whether another thread of this process waits for an answer that nobody here does. */
  constructor(elsewhere: Questions['hear'] = async () => false) {
    this.#elsewhere = elsewhere;
  }

  /** Gives the questions of a call their names, and forgets them when it ends. */
  attend(transport: WebStandardStreamableHTTPServerTransport, apiKeyId: string): void {
    const own = new Map<RequestId, string>();
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (isJSONRPCRequest(message)) {
        const name = randomUUID();
        own.set(message.id, name);
        this.#waiting.set(name, {
          apiKeyId,
          known: message.id,
          hear: (answer) => transport.onmessage?.(answer),
        });
        return send({ ...message, id: name }, options);
      }
      return send(withdrawn(message, own), options);
    };
    const close = transport.onclose;
    transport.onclose = () => {
      for (const name of own.values()) this.#waiting.delete(name);
      close?.();
    };
  }

  /** Whether somebody waited for this answer. That of another key's client is nobody's. */
  async hear(answer: Answer, apiKeyId: string): Promise<boolean> {
    return this.hearHere(answer, apiKeyId) || this.#elsewhere(answer, apiKeyId);
  }

  /** Whether somebody in this thread did. */
  hearHere(answer: Answer, apiKeyId: string): boolean {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined || waiting.apiKeyId !== apiKeyId) return false;
    this.#waiting.delete(answer.id);
    waiting.hear({ ...answer, id: waiting.known });
    return true;
  }
}

/** Taking back a question names it as the client knows it. */
function withdrawn(message: JSONRPCMessage, own: ReadonlyMap<RequestId, string>): JSONRPCMessage {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return message;
  const known = message.params?.['requestId'] as RequestId;
  return { ...message, params: { ...message.params, requestId: own.get(known) ?? known } };
}
