import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** What every screen is given. */
export interface ScreenProps {
  /** The part of the address that names a thing. */
  id: string;
}

interface Frame {
  title: string;
  lead?: string | undefined;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Screen({ title, lead, actions, children }: Frame) {
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
