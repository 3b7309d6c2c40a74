import { Logo } from '../parts/icon.tsx';
import { useWords } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';
import { PreferenceButtons } from './shell.tsx';
import { SignInChoices } from './sign-in-choices.tsx';

/** The page of a person who is not signed in. */
export function Welcome() {
  const words = useWords(shellWords);
  return (
    <main class="welcome" id="main" tabIndex={-1}>
      <div>
        <div class="row apart">
          <span class="brand">
            <Logo />
            Gable
          </span>
          <span class="row">
            <PreferenceButtons />
          </span>
        </div>
        <div class="card stack">
          <h1>{words.welcome}</h1>
          <p class="soft">{words.welcomeText}</p>
          <SignInChoices />
        </div>
      </div>
    </main>
  );
}
