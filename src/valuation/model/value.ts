import { type Ensemble, predict } from './boost.ts';
import { type ConfidenceClass, classOf } from './calibrate.ts';
import { Describer, FEATURES } from './features.ts';
import type { Model } from './fit.ts';
import type { Subject } from './market-rows.ts';
import { levelAt } from './time-index.ts';

export interface Estimate {
  value: number;
  low: number;
  high: number;
  confidence: ConfidenceClass;
  /** The error to expect, as a share of the value. */
  expectedError: number;
}

/** Values homes by one model. It reuses its arrays, so it serves one home at a time. */
export class Appraiser {
  readonly describer: Describer;
  private readonly model: Model;
  private readonly features = new Float32Array(FEATURES);

  constructor(model: Model) {
    this.model = model;
    this.describer = new Describer(model.comparables);
  }

  value(subject: Subject, skip: (row: number) => boolean): Estimate {
    const { estimates, errors, classes, index } = this.model;
    this.describer.describe(subject, skip, this.features);
    const scale = Math.exp(predict(errors, this.features));
    const confidence = classOf(classes, scale);
    const level = levelAt(index, subject.month) - confidence.bias;
    const unit = meanPrediction(estimates, this.features) + level;
    const price = (log: number): number => Math.exp(log) * subject.area;
    return {
      value: price(unit),
      low: price(unit + confidence.low * scale),
      high: price(unit + confidence.high * scale),
      confidence,
      expectedError: scale,
    };
  }
}

function meanPrediction(ensembles: readonly Ensemble[], features: Float32Array): number {
  let sum = 0;
  for (const ensemble of ensembles) sum += predict(ensemble, features);
  return sum / ensembles.length;
}
