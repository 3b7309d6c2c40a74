import type { SignInProviderJson } from '../api/generated/console.ts';
import { useQuery } from '../api/query.ts';
import { fetchProviders, signInUrl } from '../api/session.ts';
import { AsyncContent } from '../parts/feedback.tsx';
import { useWords } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';

interface SignInChoicesProps {
  /** The path after signing in; absent: the present one. */
  returnTo?: string;
  /** The window that shows the provider; absent: this one. */
  target?: string;
}

/** A button for each provider. */
export function SignInChoices({ returnTo, target }: SignInChoicesProps) {
  const words = useWords(shellWords);
  const providers = useQuery('providers', fetchProviders);
  return (
    <AsyncContent of={providers} lines={1}>
      {(found) => (
        <div class="stack">
          {found.map((provider) => (
            <div class="stack tight" key={provider.id}>
              <form class="stack" method={provider.method} action={provider.address} target={target}>
                <ProviderButton provider={provider} returnTo={returnTo} target={target} />
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
  );
}

interface ProviderButtonProps {
  provider: SignInProviderJson;
  returnTo: string | undefined;
  target: string | undefined;
}

/** A sign-in that changes state is a form, so that a link of another site cannot start it. */
function ProviderButton({ provider, returnTo, target }: ProviderButtonProps) {
  const words = useWords(shellWords);
  const label = words.signInWith(provider.name);
  if (provider.method === 'GET') {
    return (
      <a class="button main-action" data-leave href={signInUrl(provider, returnTo)} target={target}>
        {label}
      </a>
    );
  }
  return (
    <button type="submit" class="main-action" formAction={signInUrl(provider, returnTo)}>
      {label}
    </button>
  );
}
