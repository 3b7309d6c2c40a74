import type { Log } from '../lib/log.ts';
import { createOutboundClient, type OutboundClient } from '../outbound/client.ts';
import type { OutboundPolicy } from '../outbound/url.ts';
import type { Settings } from './settings.ts';

type OutboundSettings = Pick<Settings, 'OUTBOUND_LOOPBACK' | 'DATABASE_URL' | 'BASE_URL' | 'CONSOLE_URL'>;

/** Which hosts this process may call. The development exception applies to the embedded database only. */
export function createOutboundPolicy(settings: OutboundSettings): OutboundPolicy {
  return {
    loopback: settings.OUTBOUND_LOOPBACK === 'on' && settings.DATABASE_URL === undefined,
    ownHosts: [settings.BASE_URL, settings.CONSOLE_URL].flatMap((ownUrl) => {
      const url = URL.parse(ownUrl ?? '');
      return url === null ? [] : [`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`];
    }),
  };
}

/** One for each process, because it pools the connections. */
export function openOutboundClient(settings: OutboundSettings, log: Log): OutboundClient {
  const policy = createOutboundPolicy(settings);
  if (policy.loopback) {
    log.warn(
      { event: 'outbound.loopback_allowed', setting: 'OUTBOUND_LOOPBACK' },
      'DEVELOPMENT ONLY: webhooks and feeds may call this machine itself, without TLS',
    );
  } else if (settings.OUTBOUND_LOOPBACK === 'on') {
    log.warn(
      { event: 'outbound.loopback_ignored', setting: 'OUTBOUND_LOOPBACK' },
      'OUTBOUND_LOOPBACK is ignored with DATABASE_URL',
    );
  }
  return createOutboundClient(policy);
}
