import { useEffect } from 'preact/hooks';
import { fetchSession } from '../api/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../state/language.ts';
import { ROOT } from '../state/route.ts';
import { abandonSession, isSessionExpired, resumeSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { shellWords } from '../words/shell.ts';
import { SignInChoices } from './sign-in-choices.tsx';

/** A window that signed in says so here. */
export const SIGN_IN_CHANNEL = 'gable.sign-in';

/** Shown above the screen when the session has ended: the screen below keeps what was typed. */
export const SignInAgain = () => (useStore(isSessionExpired) ? <SignInDialog /> : null);

function SignInDialog() {
  const words = useWords(shellWords);
  useEffect(() => {
    const check = () => {
      fetchSession().then(resumeSession, () => undefined);
    };
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.onmessage = check;
    // A provider may cut the window off from this page: coming back is enough.
    addEventListener('focus', check);
    return () => {
      channel.close();
      removeEventListener('focus', check);
    };
  }, []);
  return (
    <Dialog title={words.signedOut} onClose={() => undefined} isBinding>
      <p>{words.signedOutText}</p>
      <SignInChoices returnTo={`${ROOT}/signed-in`} target="gable-sign-in" />
      <div>
        <button type="button" class="plain" onClick={abandonSession}>
          {words.leavePage}
        </button>
      </div>
    </Dialog>
  );
}
