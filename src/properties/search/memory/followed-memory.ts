import { monotonicMs } from '../../../lib/monotonic.ts';
import { DocumentFile } from './document-file.ts';
import { Held, type Loaded } from './held.ts';
import { type MakingStatus, type MemoryState, stateOf } from './memory-search.ts';
import type { News } from './news.ts';
import type { Telling } from './telling.ts';

/** Everything on the market as the keeper tells it: the memory of a thread that answers. It asks the store nothing. */
export class FollowedMemory {
  #held: Held | undefined;
  /** Read anew, and still without its news. */
  #next: Held | undefined;
  #changes: News['changes'][number][] = [];
  #lookedAt = -Infinity;
  #status: MakingStatus = 'reading';

  held = (): Held | undefined => this.#held;

  /** Judged here: a keeper that stalls or dies makes this thread ask SQL. */
  lagMs = (): number => monotonicMs() - this.#lookedAt;

  state = (): MemoryState => stateOf(this.#held, this.#status);

  /** Whether a document of what is held was found damaged. */
  get isDamaged(): boolean {
    return this.#held?.isDamaged === true;
  }

  hear(telling: Telling): void {
    if (telling.kind === 'loaded') {
      this.#next = new Held(telling.loaded, opened(telling.loaded));
      this.#changes = [];
    } else if (telling.kind === 'changes') this.#changes.push(...telling.changes);
    else if (telling.kind === 'news') this.#hearNews(telling.news, telling.lookedAt);
    else if (telling.kind === 'folded') this.#held?.fold(telling.segment, telling.moved, opened(telling));
    else this.#replace(undefined, telling.status);
  }

  #hearNews(news: News, lookedAt: number): void {
    const changes = [...this.#changes, ...news.changes];
    this.#changes = [];
    (this.#next ?? this.#held)?.hear({ ...news, changes });
    this.#lookedAt = lookedAt;
    if (this.#next !== undefined) this.#replace(this.#next, 'reading');
  }

  #replace(held: Held | undefined, status: MakingStatus): void {
    this.#held?.close();
    this.#held = held;
    this.#next = undefined;
    this.#status = status;
  }
}

/** Each thread opens the file for itself. One that is gone by then costs the documents, which are read from the store. */
function opened({ segment, documents }: Pick<Loaded, 'segment' | 'documents'>): DocumentFile | undefined {
  if (documents === undefined || segment.documents === undefined) return undefined;
  try {
    return new DocumentFile(documents, segment.documents);
  } catch {
    return undefined;
  }
}
