import { useState } from 'preact/hooks';

interface Mutation {
  readonly error: Error | undefined;
  /** Sets `error` on failure, and clears it on success. */
  run<T>(action: Promise<T>, then?: (done: T) => void): Promise<void>;
}

export function useMutation(): Mutation {
  const [fault, setFault] = useState<Error>();
  return {
    error: fault,
    run: (action, then) =>
      action.then((done) => {
        setFault(undefined);
        then?.(done);
      }, setFault),
  };
}
