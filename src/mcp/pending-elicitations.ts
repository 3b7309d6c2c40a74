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
  /** The id of the question in the server of the call. */
  originalId: RequestId;
  deliver(message: JSONRPCMessage): void;
}

/**
 * The questions that calls of this thread have sent to 2025 clients and wait for. Each call has its own
 * server, which numbers its questions from 0; on the wire each question has a unique id.
 */
export class PendingElicitations {
  readonly #waiting = new Map<RequestId, WaitingCall>();
  readonly #deliverElsewhere: (answer: ElicitationResponse, apiKeyId: string) => Promise<boolean>;

  /** `deliverElsewhere`: delivers to another thread of this process; false when none waits for the answer. */
  constructor(deliverElsewhere: PendingElicitations['deliverAnywhere'] = async () => false) {
    this.#deliverElsewhere = deliverElsewhere;
  }

  /** Gives the questions of a call unique ids, and forgets them when the call ends. */
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

  /** Whether a call waited for this answer. An answer from another API key is refused. */
  async deliverAnywhere(answer: ElicitationResponse, apiKeyId: string): Promise<boolean> {
    return this.deliverLocal(answer, apiKeyId) || this.#deliverElsewhere(answer, apiKeyId);
  }

  /** Whether a call of this thread waited for it. */
  deliverLocal(answer: ElicitationResponse, apiKeyId: string): boolean {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined || waiting.apiKeyId !== apiKeyId) return false;
    this.#waiting.delete(answer.id);
    waiting.deliver({ ...answer, id: waiting.originalId });
    return true;
  }
}

/** A cancellation names the question by its id on the wire. */
function withWireRequestId(message: JSONRPCMessage, own: ReadonlyMap<RequestId, string>): JSONRPCMessage {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return message;
  const known = message.params?.['requestId'] as RequestId;
  return { ...message, params: { ...message.params, requestId: own.get(known) ?? known } };
}
