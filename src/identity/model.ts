import type { Model } from './levels.ts';
import fitted from './weights.json' with { type: 'json' };

/** The weights in force, fitted by `npm run bench -- fit` on a generated world. */
export const model: Model = fitted;
