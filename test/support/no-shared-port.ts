// Preloaded into a process: simulates a system on which no port can be shared.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [options] = args as [{ reusePort?: boolean } | undefined];
  if (options?.reusePort !== true) return Reflect.apply(listen, this, args);
  const code = process.env['PORT_REFUSED_WITH'] ?? 'ENOTSUP';
  process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
  return this;
} as typeof listen;
