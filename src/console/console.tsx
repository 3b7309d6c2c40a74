import { useEffect } from 'preact/hooks';
import { fetchSession } from './api/session.ts';
import { screenRoutes } from './app/routes.ts';
import { Shell } from './app/shell.tsx';
import { Welcome } from './app/welcome.tsx';
import { EmptyNotice } from './parts/feedback.tsx';
import { Screen } from './parts/screen.tsx';
import { useWords } from './state/language.ts';
import { useCurrentRoute } from './state/route.ts';
import { session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { shellWords } from './words/shell.ts';

export function Console() {
  const present = useStore(session);
  useEffect(() => {
    fetchSession().then(session.set, () => session.set(null));
  }, []);
  if (present === undefined) return null;
  if (present === null) return <Welcome />;
  return (
    <Shell>
      <CurrentScreen />
    </Shell>
  );
}

function CurrentScreen() {
  const { path } = useCurrentRoute();
  for (const { pattern, screen: Found } of screenRoutes) {
    const match = pattern.exec(path);
    if (match) return <Found key={path} id={decodeURIComponent(match[1] ?? '')} />;
  }
  return <NotFound />;
}

function NotFound() {
  const words = useWords(shellWords);
  return (
    <Screen title={words.notFound}>
      <EmptyNotice title="404">
        <p>{words.notFoundText}</p>
        <a class="button" href="/console/explore">
          {words.explore}
        </a>
      </EmptyNotice>
    </Screen>
  );
}
