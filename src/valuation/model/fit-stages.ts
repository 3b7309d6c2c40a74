/** Finished parts of a fit. A fit that is started again with them continues after the last one. */
export interface FitStages {
  load(name: string): unknown;
  store(name: string, value: unknown): void;
}

export const NO_STAGES: FitStages = { load: () => undefined, store: () => undefined };

/** The stored stage, or a new one that is stored. */
export function runStage<Value>(stages: FitStages, name: string, make: () => Value): Value {
  const known = stages.load(name);
  if (known !== undefined) return known as Value;
  const made = make();
  stages.store(name, made);
  return made;
}
