import { useEffect } from 'preact/hooks';
import { SIGN_IN_CHANNEL } from '../app/sign-in-again.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';

/** Where a sign-in in a second window ends: it wakes the page that waits for it, and closes. */
export function SignedInScreen() {
  const words = useWords(shellWords);
  useEffect(() => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.postMessage('signed in');
    channel.close();
    close();
  }, []);
  return (
    <Screen title={words.signedIn}>
      <p>{words.signedInText}</p>
    </Screen>
  );
}
