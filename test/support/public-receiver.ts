// Preloaded with NODE_OPTIONS: a public host name leads to the receiver of the test on this machine. A process with DATABASE_URL never
// calls loopback, so it must see a public IP address.
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';

export const PUBLIC_HOST = 'hooks.customer.example';
const PUBLIC_IP = '93.184.215.14';
const port = Number(process.env['PUBLIC_RECEIVER_PORT']);

/** The environment of a process whose webhooks to PUBLIC_HOST reach a receiver. */
export const publicReceiverSettings = (
  receiverPort: number,
  authorityFile: string,
): Record<string, string> => ({
  NODE_OPTIONS: `--import=${import.meta.filename}`,
  NODE_EXTRA_CA_CERTS: authorityFile,
  PUBLIC_RECEIVER_PORT: String(receiverPort),
});

if (port > 0) redirect();

function redirect(): void {
  const { resolve4, resolve6 } = Resolver.prototype;
  const answer = (original: unknown, addresses: string[]) =>
    function resolve(this: Resolver, ...args: unknown[]): unknown {
      const isPublic = args[0] === PUBLIC_HOST;
      return isPublic ? Promise.resolve(addresses) : Reflect.apply(original as () => unknown, this, args);
    };
  Object.assign(Resolver.prototype, {
    resolve4: answer(resolve4, [PUBLIC_IP]),
    resolve6: answer(resolve6, []),
  });
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function connectTo(this: Socket, ...args: unknown[]): Socket {
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string }];
    if (options.host !== PUBLIC_HOST) return Reflect.apply(connect, this, args);
    Object.defineProperty(this, 'remoteAddress', { get: () => PUBLIC_IP });
    return Reflect.apply(connect, this, [{ host: '127.0.0.1', port }]);
  };
}
