import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { requestSignOut } from '../api/session.ts';
import { Icon, Logo } from '../parts/icon.tsx';
import { isOnline } from '../state/connection.ts';
import { setLanguage, useLanguage, useWords } from '../state/language.ts';
import { ROOT, useCurrentRoute } from '../state/route.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { theme, toggleTheme } from '../state/theme.ts';
import { shellWords } from '../words/shell.ts';
import { PaletteButton, PaletteHost } from './palette-button.tsx';
import { navigation } from './routes.ts';

export function Shell({ children }: { children: ComponentChildren }) {
  const words = useWords(shellWords);
  const { path } = useCurrentRoute();
  const [open, setOpen] = useState(false);
  // The menu closes when the screen changes.
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <div class="bar">
        <Brand />
        <button
          type="button"
          class="plain icon-only"
          aria-label={words.menu}
          aria-expanded={open}
          aria-controls="side"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} size={22} />
        </button>
      </div>
      <aside class={open ? 'side open' : 'side'} id="side">
        <Brand />
        <PaletteButton />
        <Navigation path={path} />
        <PersonMenu />
      </aside>
      {children}
      <OfflineNotice />
      <PaletteHost />
    </div>
  );
}

function OfflineNotice() {
  const words = useWords(shellWords);
  if (useStore(isOnline)) return null;
  return (
    <div class="offline" role="alert">
      <p class="notice warn">
        <strong>{words.offline}</strong> {words.offlineText}
      </p>
    </div>
  );
}

const Brand = () => (
  <a class="brand" href={`${ROOT}/explore`}>
    <Logo />
    Gable
  </a>
);

function Navigation({ path }: { path: string }) {
  const words = useWords(shellWords);
  const operator = useStore(session)?.operator === true;
  const isHere = (entry: string) =>
    path === entry ||
    path.startsWith(`${entry}/`) ||
    (entry === '/start' && path === '/') ||
    (entry === '/explore' && path.startsWith('/properties/'));
  return (
    <nav aria-label={words.navigation}>
      {navigation
        .filter((group) => !group.operator || operator)
        .map((group) => (
          <section key={group.title}>
            <h2>{words[group.title] as string}</h2>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.path}>
                  <a href={ROOT + entry.path} aria-current={isHere(entry.path) ? 'page' : undefined}>
                    <Icon name={entry.icon} />
                    {words[entry.title] as string}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  );
}

function PersonMenu() {
  const words = useWords(shellWords);
  const present = useStore(session);
  if (!present) return null;
  return (
    <div class="person">
      <div>
        <div class="clip">{present.name ?? present.accountName}</div>
        <a class="soft small clip" href={`${ROOT}/people`}>
          {present.accountName}
        </a>
      </div>
      <div class="row">
        <PreferenceButtons />
        <button type="button" class="plain" onClick={requestSignOut}>
          {words.signOut}
        </button>
      </div>
    </div>
  );
}

/** Theme and language, also before signing in. */
export function PreferenceButtons() {
  const words = useWords(shellWords);
  const language = useLanguage();
  const dark = useStore(theme) === 'dark';
  return (
    <>
      <button
        type="button"
        class="icon-only"
        aria-label={dark ? words.toLight : words.toDark}
        title={dark ? words.toLight : words.toDark}
        onClick={toggleTheme}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
      <button
        type="button"
        class="icon-only"
        aria-label={words.otherLanguage}
        title={words.otherLanguage}
        onClick={() => setLanguage(language === 'en' ? 'fr' : 'en')}
      >
        {language === 'en' ? 'FR' : 'EN'}
      </button>
    </>
  );
}
