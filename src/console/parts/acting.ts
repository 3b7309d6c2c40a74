import { useState } from 'preact/hooks';

interface Acting {
  readonly fault: Error | undefined;
  /** Tells what failed, and forgets it as soon as something works. */
  act<T>(action: Promise<T>, then?: (done: T) => void): Promise<void>;
}

export function useActing(): Acting {
  const [fault, setFault] = useState<Error>();
  return {
    fault,
    act: (action, then) =>
      action.then((done) => {
        setFault(undefined);
        then?.(done);
      }, setFault),
  };
}
