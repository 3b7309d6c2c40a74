import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';
import { Icon } from './icon.tsx';

interface PaginationProps {
  page: number;
  /** Undefined when only `hasNext` is known. */
  last?: number;
  hasNext?: boolean;
  onPage: (page: number) => void;
}

export function Pagination({ page, last, hasNext, onPage }: PaginationProps) {
  const words = useWords(partWords);
  const more = last === undefined ? hasNext === true : page < last;
  if (page === 1 && !more) return null;
  return (
    <nav class="row" aria-label={words.page(page)}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="left" size={15} />
        {words.previous}
      </button>
      <span class="soft numbers">
        {words.page(page)}
        {last !== undefined && ` / ${last}`}
      </span>
      <button type="button" disabled={!more} onClick={() => onPage(page + 1)}>
        {words.next}
        <Icon name="right" size={15} />
      </button>
    </nav>
  );
}
