import { FEATURE_VERSION } from './feature.ts';
import type { Model } from './levels.ts';
import fitted from './weights.json' with { type: 'json' };

/** Weights say nothing about features of another version: a process that would use them must not start. */
export function requireCurrentFeatures(weights: Model): Model {
  if (weights.featureVersion === FEATURE_VERSION) return weights;
  throw new Error(
    `the weights of identity were fitted for features ${weights.featureVersion}, and these are ${FEATURE_VERSION}: ` +
      'fit them with npm run bench -- fit',
  );
}

/** The weights in force, fitted by `npm run bench -- fit` on generated and real adverts. */
export const model: Model = requireCurrentFeatures(fitted);
