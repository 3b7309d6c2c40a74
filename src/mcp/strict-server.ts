import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';

/** Our own sentences stand on one line. */
const isDump = (message: string): boolean => message.includes('\n');

type Wrap = Server['_wrapHandler'];

/**
 * The server of the SDK, except that parameters which do not fit their method are the caller's fault (-32602). The SDK answers them as a fault of
 * ours (-32603) with a dump of its validator. Nothing else that runs here throws: a tool answers its own faults.
 */
export class StrictServer extends Server {
  protected override _wrapHandler(
    method: Parameters<Wrap>[0],
    handler: Parameters<Wrap>[1],
  ): ReturnType<Wrap> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError && !isDump(error.message)) throw error;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `The parameters of ${method} are not valid.`,
        );
      }
    };
  }
}
