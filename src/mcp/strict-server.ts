import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';

/** Our own messages have one line; a dump of the validator has several. */
const isDump = (message: string): boolean => message.includes('\n');

type Wrap = Server['_wrapHandler'];

/**
 * The server of the SDK, with one change: invalid parameters are the caller's fault (-32602). The SDK reports
 * them as an internal error (-32603) with a dump of its validator. Nothing else throws here: tools return
 * their own faults.
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
