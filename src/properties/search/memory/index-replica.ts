import { monotonicMs } from '../../../lib/clock.ts';
import type { ChangeBatch } from './change-batch.ts';
import { DocumentFile } from './document-file.ts';
import { IndexSnapshot, type LoadedIndex } from './index-snapshot.ts';
import { describeMemory, type MemoryState } from './memory-search.ts';
import type { BuildStatus, ReplicationMessage } from './replication-message.ts';

/** The index of a serving thread, maintained by messages of the primary. It never queries the store. */
export class IndexReplica {
  #snapshot: IndexSnapshot | undefined;
  /** Loaded, and not yet complete without its first batch. */
  #next: IndexSnapshot | undefined;
  #changes: ChangeBatch['changes'][number][] = [];
  #refreshedAt = -Infinity;
  #status: BuildStatus = 'reading';

  snapshot = (): IndexSnapshot | undefined => this.#snapshot;

  /** Measured here: when the primary stalls or dies, this thread falls back to SQL. */
  lagMs = (): number => monotonicMs() - this.#refreshedAt;

  state = (): MemoryState => describeMemory(this.#snapshot, this.#status);

  /** Whether a document of the current index is damaged. */
  get isDamaged(): boolean {
    return this.#snapshot?.isDamaged === true;
  }

  apply(message: ReplicationMessage): void {
    if (message.kind === 'loaded') {
      this.#next = new IndexSnapshot(message.loaded, openDocuments(message.loaded));
      this.#changes = [];
    } else if (message.kind === 'changes') this.#changes.push(...message.changes);
    else if (message.kind === 'batch') this.#applyBatch(message.batch, message.refreshedAt);
    else if (message.kind === 'tail-flushed')
      this.#snapshot?.flushTail(message.segment, message.staleIds, openDocuments(message));
    else this.#replace(undefined, message.status);
  }

  #applyBatch(batch: ChangeBatch, refreshedAt: number): void {
    const changes = [...this.#changes, ...batch.changes];
    this.#changes = [];
    (this.#next ?? this.#snapshot)?.apply({ ...batch, changes });
    this.#refreshedAt = refreshedAt;
    if (this.#next !== undefined) this.#replace(this.#next, 'reading');
  }

  #replace(index: IndexSnapshot | undefined, status: BuildStatus): void {
    this.#snapshot?.close();
    this.#snapshot = index;
    this.#next = undefined;
    this.#status = status;
  }
}

/** Each thread opens the file itself. When the file is already deleted, documents are read from the store. */
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
