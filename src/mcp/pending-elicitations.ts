import { randomUUID } from 'node:crypto';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export type ElicitationResponse = JSONRPCMessage & { id: RequestId };

interface WaitingCall {
  apiKeyId: string;
  /** The name the server of the call has for its question. */
  originalId: RequestId;
  deliver(message: JSONRPCMessage): void;
}

/**
 * Questions that calls of this thread have put to 2025 clients and wait for. Every call has a server of its own, which numbers its
 * questions from 0; on the wire each has a name that no other has.
 */
export class PendingElicitations {
  readonly #waiting = new Map<RequestId, WaitingCall>();
  readonly #deliverElsewhere: (answer: ElicitationResponse, apiKeyId: string) => Promise<boolean>;

  /** `elsewhere`: whether another thread of this process waits for an answer that nobody here does. */
  constructor(deliverElsewhere: PendingElicitations['deliverAnywhere'] = async () => false) {
    this.#deliverElsewhere = deliverElsewhere;
  }

  /** Gives the questions of a call their names, and forgets them when it ends. */
  track(transport: WebStandardStreamableHTTPServerTransport, apiKeyId: string): void {
    const own = new Map<RequestId, string>();
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (isJSONRPCRequest(message)) {
        const name = randomUUID();
        own.set(message.id, name);
        this.#waiting.set(name, {
          apiKeyId,
          originalId: message.id,
          deliver: (answer) => transport.onmessage?.(answer),
        });
        return send({ ...message, id: name }, options);
      }
      return send(withWireRequestId(message, own), options);
    };
    const close = transport.onclose;
    transport.onclose = () => {
      for (const name of own.values()) this.#waiting.delete(name);
      close?.();
    };
  }

  /** Whether somebody waited for this answer. That of another key's client is nobody's. */
  async deliverAnywhere(answer: ElicitationResponse, apiKeyId: string): Promise<boolean> {
    return this.deliverLocal(answer, apiKeyId) || this.#deliverElsewhere(answer, apiKeyId);
  }

  /** Whether somebody in this thread did. */
  deliverLocal(answer: ElicitationResponse, apiKeyId: string): boolean {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined || waiting.apiKeyId !== apiKeyId) return false;
    this.#waiting.delete(answer.id);
    waiting.deliver({ ...answer, id: waiting.originalId });
    return true;
  }
}

/** Taking back a question names it as the client knows it. */
function withWireRequestId(message: JSONRPCMessage, own: ReadonlyMap<RequestId, string>): JSONRPCMessage {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return message;
  const known = message.params?.['requestId'] as RequestId;
  return { ...message, params: { ...message.params, requestId: own.get(known) ?? known } };
}
