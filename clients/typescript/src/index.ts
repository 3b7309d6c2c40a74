export type { Change, ChangesOptions } from './changes.ts';
export { type Client, createClient } from './client.ts';
export { all, any, where } from './criteria.ts';
export { GableError } from './error.ts';
export { API_VERSION } from './generated/operations.ts';
export type * from './generated/schemas.ts';
export type { CallOptions, Methods } from './operation.ts';
export type { ClientOptions } from './send.ts';
export { verifyWebhook, WebhookError } from './webhook.ts';
