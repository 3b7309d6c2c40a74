import { useEffect } from 'preact/hooks';
import { readSession } from './api/session.ts';
import { ways } from './app/screens.ts';
import { Shell } from './app/shell.tsx';
import { Welcome } from './app/welcome.tsx';
import { Empty } from './parts/feedback.tsx';
import { Screen } from './parts/screen.tsx';
import { useWords } from './state/language.ts';
import { usePlace } from './state/location.ts';
import { session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { shellWords } from './words/shell.ts';

export function Console() {
  const present = useStore(session);
  useEffect(() => {
    readSession().then(session.set, () => session.set(null));
  }, []);
  if (present === undefined) return null;
  if (present === null) return <Welcome />;
  return (
    <Shell>
      <Shown />
    </Shell>
  );
}

function Shown() {
  const { path } = usePlace();
  for (const { pattern, screen: Found } of ways) {
    const match = pattern.exec(path);
    if (match) return <Found key={path} id={decodeURIComponent(match[1] ?? '')} />;
  }
  return <Nowhere />;
}

function Nowhere() {
  const words = useWords(shellWords);
  return (
    <Screen title={words.notFound}>
      <Empty title="404">
        <p>{words.notFoundText}</p>
        <a class="button" href="/console/explore">
          {words.explore}
        </a>
      </Empty>
    </Screen>
  );
}
