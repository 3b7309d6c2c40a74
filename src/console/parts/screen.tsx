import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useScreenFocus } from '../state/focus.ts';

/** The properties of every screen. */
export interface ScreenProps {
  /** The id in the path. */
  id: string;
}

interface Frame {
  title: string;
  lead?: string | undefined;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Screen({ title, lead, actions, children }: Frame) {
  useScreenFocus();
  useEffect(() => {
    document.title = `${title} · Gable`;
  }, [title]);
  return (
    <main class="screen" id="main" tabIndex={-1}>
      <header>
        <div class="stack tight">
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </main>
  );
}
