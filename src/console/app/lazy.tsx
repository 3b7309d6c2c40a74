import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorNotice, Skeleton } from '../parts/feedback.tsx';
import { useScreenFocus } from '../state/focus.ts';

/** A screen that is fetched when it is first shown. */
export function lazyScreen<Props extends object>(
  fetchScreen: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, setShown] = useState(fetched !== undefined);
    const [fault, setFault] = useState<Error>();
    useScreenFocus();
    useEffect(() => {
      if (fetched) return;
      fetchScreen().then((screen) => {
        fetched = screen;
        setShown(true);
      }, reloadOnce(setFault));
    }, []);
    if (fetched) {
      const Screen = fetched;
      return <Screen {...props} />;
    }
    return (
      <main class="screen" id="main" tabIndex={-1}>
        {fault ? <ErrorNotice fault={fault} retry={() => location.reload()} /> : <Skeleton lines={6} />}
      </main>
    );
  };
}

const RELOADED_KEY = 'gable.reloaded';

/** A missing screen was replaced by a newer release: the page is reloaded, but only once. */
const reloadOnce = (report: (fault: Error) => void) => (fault: Error) => {
  if (sessionStorage.getItem(RELOADED_KEY) === location.pathname) return report(fault);
  sessionStorage.setItem(RELOADED_KEY, location.pathname);
  location.reload();
};
