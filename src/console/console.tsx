import { useEffect, useState } from 'preact/hooks';
import { ApiError } from './api/client.ts';
import { fetchSession } from './api/session.ts';
import { screenRoutes } from './app/routes.ts';
import { Shell } from './app/shell.tsx';
import { SignInAgain } from './app/sign-in-again.tsx';
import { Welcome } from './app/welcome.tsx';
import { EmptyNotice, ErrorNotice } from './parts/feedback.tsx';
import { Screen } from './parts/screen.tsx';
import { useWords } from './state/language.ts';
import { useCurrentRoute } from './state/route.ts';
import { session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { shellWords } from './words/shell.ts';

export function Console() {
  const present = useStore(session);
  const [fault, setFault] = useState<Error>();
  const load = () => {
    setFault(undefined);
    // Only 401 says that nobody is signed in: a service that is busy or away says nothing about the session.
    fetchSession().then(session.set, (error: Error) =>
      error instanceof ApiError && error.status === 401 ? session.set(null) : setFault(error),
    );
  };
  useEffect(load, []);
  if (fault) {
    return (
      <main class="welcome" id="main">
        <ErrorNotice fault={fault} retry={load} />
      </main>
    );
  }
  if (present === undefined) return null;
  if (present === null) return <Welcome />;
  return (
    <Shell>
      <CurrentScreen />
      <SignInAgain />
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
