import { monotonicMs } from '../../../lib/monotonic.ts';
import type { ChangeBatch } from './change-batch.ts';
import { DocumentFile } from './document-file.ts';
import { IndexSnapshot, type LoadedIndex } from './index-snapshot.ts';
import { describeMemory, type MemoryState } from './memory-search.ts';
import type { BuildStatus, ReplicationMessage } from './replication-message.ts';

/** Everything on the market as the keeper tells it: the memory of a thread that answers. It asks the store nothing. */
export class IndexReplica {
  #snapshot: IndexSnapshot | undefined;
  /** Read anew, and still without its news. */
  #next: IndexSnapshot | undefined;
  #changes: ChangeBatch['changes'][number][] = [];
  #lookedAt = -Infinity;
  #status: BuildStatus = 'reading';

  snapshot = (): IndexSnapshot | undefined => this.#snapshot;

  /** Judged here: a keeper that stalls or dies makes this thread ask SQL. */
  lagMs = (): number => monotonicMs() - this.#lookedAt;

  state = (): MemoryState => describeMemory(this.#snapshot, this.#status);

  /** Whether a document of what is held was found damaged. */
  get isDamaged(): boolean {
    return this.#snapshot?.isDamaged === true;
  }

  apply(telling: ReplicationMessage): void {
    if (telling.kind === 'loaded') {
      this.#next = new IndexSnapshot(telling.loaded, openDocuments(telling.loaded));
      this.#changes = [];
    } else if (telling.kind === 'changes') this.#changes.push(...telling.changes);
    else if (telling.kind === 'news') this.#applyBatch(telling.news, telling.lookedAt);
    else if (telling.kind === 'folded')
      this.#snapshot?.fold(telling.segment, telling.moved, openDocuments(telling));
    else this.#replace(undefined, telling.status);
  }

  #applyBatch(news: ChangeBatch, lookedAt: number): void {
    const changes = [...this.#changes, ...news.changes];
    this.#changes = [];
    (this.#next ?? this.#snapshot)?.apply({ ...news, changes });
    this.#lookedAt = lookedAt;
    if (this.#next !== undefined) this.#replace(this.#next, 'reading');
  }

  #replace(held: IndexSnapshot | undefined, status: BuildStatus): void {
    this.#snapshot?.close();
    this.#snapshot = held;
    this.#next = undefined;
    this.#status = status;
  }
}

/** Each thread opens the file for itself. One that is gone by then costs the documents, which are read from the store. */
function openDocuments({
  segment,
  documents,
}: Pick<LoadedIndex, 'segment' | 'documents'>): DocumentFile | undefined {
  if (documents === undefined || segment.documents === undefined) return undefined;
  try {
    return new DocumentFile(documents, segment.documents);
  } catch {
    return undefined;
  }
}
