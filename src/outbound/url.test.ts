import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUrl, STRICT_POLICY } from './url.ts';

const faultOf = (text: string, policy = STRICT_POLICY): string | undefined => {
  const checked = checkUrl(text, policy);
  return checked.ok ? undefined : checked.fault;
};

const refuses = (texts: readonly string[], policy = STRICT_POLICY): void =>
  assert.deepEqual(
    texts.filter((text) => faultOf(text, policy) === undefined),
    [],
    'these were let through',
  );

test('a public https URL is allowed, with any case of its host, default port or last slash', () => {
  for (const text of [
    ...['https://hooks.example.com/gable?key=1', 'https://hooks.example.com', 'https://Hooks.Example.COM/A'],
    ...['https://hooks.example.com:443/', 'https://hooks.example.com:8443/x', 'https://93.184.216.34/'],
    ...[
      'https://[2606:4700::1111]/',
      'https://xn--mnchen-3ya.example/',
      'https://a.example/%0d%0aX:%201?q=%00',
    ],
  ]) {
    assert.equal(faultOf(text), undefined, text);
  }
  assert.equal(new URL('https://hooks.example.com/').href, checked('https://HOOKS.example.com:443'));
});

const checked = (text: string): string | undefined => {
  const answer = checkUrl(text, STRICT_POLICY);
  return answer.ok ? answer.url.href : undefined;
};

test('every spelling of an IPv4 address that is not the plain one is refused, and so is loopback', () =>
  refuses(
    [
      ...[
        '127.0.0.1',
        '127.1',
        '127.0.0.1.',
        '0',
        '0.0.0.0',
        '2130706433',
        '0x7f000001',
        '0x7f.1',
        '0177.0.0.1',
      ],
      ...['01.02.03.04', '1.2.3', '①②⑦.0.0.1', '127。0。0。1', '１２７.0.0.1', '8.8.8.8.', '0x08.8.8.8'],
    ].map((host) => `https://${host}/`),
  ));

test('a text that another parser could read as another URL is refused', () =>
  refuses([
    ...[
      'https:127.0.0.1',
      'https:///hooks.example.com',
      'https:/hooks.example.com',
      'https:hooks.example.com',
    ],
    ...['https://hooks.exam\tple.com/', 'https://hooks.example.com/a\nb', ' https://hooks.example.com/'],
    ...['https://hooks.example.com\\@127.0.0.1/', 'https://127.0.0.1#@hooks.example.com'],
    ...[
      'https://user:pw@hooks.example.com/',
      'https://hooks.example.com@127.0.0.1/',
      'https://@hooks.example.com/',
    ],
    ...['https://hooks.example.com/../x', 'https://hooks%2eexample.com/', 'https://hooks.example.com/é'],
  ]));

test('private, reserved, documentation and cloud addresses are refused as literals', () =>
  refuses(
    [
      ...[
        '10.0.0.1',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '100.64.0.1',
        '169.254.169.254',
        '192.0.0.1',
      ],
      ...[
        '198.18.0.1',
        '198.19.255.255',
        '192.0.2.1',
        '198.51.100.1',
        '203.0.113.1',
        '192.88.99.1',
        '224.0.0.1',
      ],
      ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16', '100.100.100.200'],
      ...['[::1]', '[::]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]'],
      ...[
        '[2001:db8::1]',
        '[3fff::1]',
        '[5f00::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[::ffff:8.8.8.8]',
      ],
      ...['[::127.0.0.1]', '[::ffff:0:7f00:1]', '[::5efe:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]'],
      ...['[2002:7f00:1::]', '[2001::1]', '[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:7f00:1]'],
      ...['[fe80::1%25eth0]', '[fe80::1%eth0]', '[4000::1]', '[e000::1]'],
    ].map((host) => `https://${host}/`),
  ));

test('names of this machine or this network are refused, and names that are none', () =>
  refuses(
    [
      ...[
        'localhost',
        'LOCALHOST',
        'localhost.',
        'x.localhost',
        'x.local',
        'x.internal',
        'metadata.google.internal',
      ],
      ...[
        'intranet',
        'router.lan',
        'x.home.arpa',
        'a..example',
        '.example.com',
        'hooks.example.com.',
        'xn--a.com',
      ],
      ...[`${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}com`, 'host%00.example', '-a.example', 'раураl.com'],
    ]
      .map((host) => `https://${host}/`)
      .concat(`https://a.example/${'x'.repeat(2_048)}`),
  ));

test('only https is allowed', () =>
  refuses([
    ...['http://hooks.example.com/', 'ftp://hooks.example.com/', 'file:///etc/passwd', 'gopher://a.example/'],
    ...[
      'javascript:alert(1)',
      'data:text/plain,x',
      '//hooks.example.com',
      'hooks.example.com',
      '',
      'wss://a.example/',
    ],
  ]));

test('ports of other services, and our own host, are refused', () => {
  refuses([0, 22, 25, 80, 5432, 6379, 99999].map((port) => `https://hooks.example.com:${port}/`));
  const ourselves = { loopback: false, ownHosts: ['api.gable.example:443', 'api.gable.example:8443'] };
  refuses(['https://api.gable.example/', 'https://API.gable.example:8443/x'], ourselves);
  assert.equal(faultOf('https://api.gable.example:9443/', ourselves), undefined);
});

test('the refusal of this machine names the setting that allows it; that of another host does not', () => {
  for (const text of [
    'http://localhost:3000/',
    'https://127.0.0.1/',
    'http://[::1]/',
    'https://x.localhost/',
  ])
    assert.match(faultOf(text) ?? '', /OUTBOUND_LOOPBACK=on/, text);
  for (const text of ['http://hooks.example.com/', 'https://10.0.0.1/', 'https://router.local/'])
    assert.doesNotMatch(faultOf(text) ?? '', /OUTBOUND_LOOPBACK/, text);
});

test('the development exception opens loopback and plain http there, and nothing else', () => {
  const development = { loopback: true, ownHosts: [] };
  for (const text of [
    'http://127.0.0.1:3000/',
    'https://localhost:3000/',
    'http://[::1]:80/',
    'http://x.localhost/',
  ]) {
    assert.equal(faultOf(text, development), undefined, text);
  }
  refuses(
    [
      'http://hooks.example.com/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'http://127.1/',
      'http://0/',
    ],
    development,
  );
});
