import type { SignInProviderJson } from '../api/generated/console.ts';
import { useQuery } from '../api/query.ts';
import { fetchProviders, signInUrl } from '../api/session.ts';
import { AsyncContent } from '../parts/feedback.tsx';
import { Logo } from '../parts/icon.tsx';
import { useWords } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';
import { PreferenceButtons } from './shell.tsx';

/** The page of a person who is not signed in. */
export function Welcome() {
  const words = useWords(shellWords);
  const providers = useQuery('providers', fetchProviders);
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
          <AsyncContent of={providers} lines={1}>
            {(found) => (
              <div class="stack">
                {found.map((provider) => (
                  <div class="stack tight" key={provider.id}>
                    <form class="stack" method={provider.method} action={provider.address}>
                      <ProviderButton provider={provider} />
                    </form>
                    {provider.local && (
                      <p class="notice warn small">
                        <strong>{words.development}.</strong> {words.developmentText}
                      </p>
                    )}
                  </div>
                ))}
              </div>
            )}
          </AsyncContent>
        </div>
      </div>
    </main>
  );
}

/** A sign-in that changes state is a form, so that a link of another site cannot start it. */
function ProviderButton({ provider }: { provider: SignInProviderJson }) {
  const words = useWords(shellWords);
  const label = words.signInWith(provider.name);
  if (provider.method === 'GET') {
    return (
      <a class="button main-action" data-leave href={signInUrl(provider)}>
        {label}
      </a>
    );
  }
  return (
    <button type="submit" class="main-action" formAction={signInUrl(provider)}>
      {label}
    </button>
  );
}
