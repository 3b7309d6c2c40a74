const utf8 = new TextEncoder();

/** The signature header of a webhook: HMAC-SHA256 over the timestamp, a dot and the exact body. */
export async function computeSignatureHex(key: string, timestamp: string, body: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', utf8.encode(key), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', imported, utf8.encode(`${timestamp}.${body}`));
  const hex = [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `sha256=${hex}`;
}
