/** A file system call in which a process is killed. */
export interface KillMoment {
  readonly call: 'openSync' | 'writeSync' | 'fsyncSync' | 'closeSync' | 'renameSync' | 'rmSync';
  /** The end of the file name or a part of it. */
  readonly file: 'documents' | 'snapshot';
  /** Half: half of the bytes are written. */
  readonly when: 'before' | 'half' | 'after';
  /** While rows of the tail become a segment, or while everything is loaded from the database. */
  readonly during?: 'fold' | 'reading';
  /** Only writes to the very beginning of the file, which come last. */
  readonly atStart?: boolean;
}

/** Every point at which the files are neither as before nor as after. */
export const killMoments: Readonly<Record<string, KillMoment>> = {
  'a fold begins': { call: 'openSync', file: 'documents', when: 'after', during: 'fold' },
  'a fold has half of its documents': { call: 'writeSync', file: 'documents', when: 'half', during: 'fold' },
  'a fold has its documents in the cache': {
    call: 'fsyncSync',
    file: 'documents',
    when: 'before',
    during: 'fold',
  },
  'a fold is written and not announced': {
    call: 'closeSync',
    file: 'documents',
    when: 'after',
    during: 'fold',
  },
  'a fold is announced': { call: 'rmSync', file: 'documents', when: 'before', during: 'fold' },
  'reading begins': { call: 'openSync', file: 'documents', when: 'after', during: 'reading' },
  'reading has half of its documents': {
    call: 'writeSync',
    file: 'documents',
    when: 'half',
    during: 'reading',
  },
  'everything is read': { call: 'closeSync', file: 'documents', when: 'after', during: 'reading' },
  'the snapshot is begun': { call: 'openSync', file: 'snapshot', when: 'after' },
  'half of an array of the snapshot is written': { call: 'writeSync', file: 'snapshot', when: 'half' },
  'the snapshot lacks its beginning': { call: 'writeSync', file: 'snapshot', when: 'half', atStart: true },
  'the snapshot is not in its place': { call: 'renameSync', file: 'snapshot', when: 'before' },
  'the snapshot is in its place': { call: 'renameSync', file: 'snapshot', when: 'after' },
  'the former documents are gone': { call: 'rmSync', file: 'documents', when: 'after', during: 'reading' },
};
