import type { ComponentChildren } from 'preact';

interface ScrollAreaProps {
  label: string;
  /** Further classes. */
  class: string;
  children: ComponentChildren;
}

/** A scrollable area, also by keyboard. */
export function ScrollArea({ label, class: looks, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable.
    <section class={looks} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
