import type { ComponentChildren } from 'preact';

interface ScrollAreaProps {
  label: string;
  /** Classes beside those of every part. */
  class: string;
  children: ComponentChildren;
}

/** What is too large for the screen scrolls by itself, by keyboard too. */
export function ScrollArea({ label, class: looks, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class={looks} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
