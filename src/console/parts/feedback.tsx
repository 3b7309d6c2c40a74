import type { ComponentChildren } from 'preact';
import { ApiError } from '../api/client.ts';
import type { LoadState } from '../api/query.ts';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';

export const Skeleton = ({ lines = 4 }: { lines?: number }) => {
  const words = useWords(partWords);
  return (
    <div class="bones" role="status">
      <span class="hidden">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  );
};

/** The detail of a problem, with its violations. */
export const ErrorNotice = ({ fault, retry }: { fault: Error; retry?: (() => void) | undefined }) => {
  const words = useWords(partWords);
  const refused = fault instanceof ApiError;
  return (
    <div class="notice bad stack tight" role="alert">
      <strong>{refused ? fault.message : words.offline}</strong>
      {refused && fault.violations.length > 0 && (
        <ul class="small">
          {fault.violations.map(({ propertyPath, message }) => (
            <li key={propertyPath + message}>
              <code>{propertyPath}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {retry && (
        <div>
          <button type="button" onClick={retry}>
            {words.again}
          </button>
        </div>
      )}
    </div>
  );
};

interface EmptyProps {
  title: string;
  children?: ComponentChildren;
}

export const EmptyNotice = ({ title, children }: EmptyProps) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

interface AsyncContentProps<T> {
  of: LoadState<T>;
  lines?: number;
  children: (value: T) => ComponentChildren;
}

/** A skeleton while loading, the error, or the content. */
export function AsyncContent<T>({ of, lines = 4, children }: AsyncContentProps<T>) {
  if (of.value === undefined) {
    return of.error ? <ErrorNotice fault={of.error} retry={of.reload} /> : <Skeleton lines={lines} />;
  }
  return (
    <>
      {of.error && <ErrorNotice fault={of.error} retry={of.reload} />}
      <div aria-busy={of.loading}>{children(of.value)}</div>
    </>
  );
}
