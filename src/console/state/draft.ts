import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DAY_MS } from '../../lib/durations.ts';
import { readStored, removeStored, storedNames, writeStored } from './local-storage.ts';
import { session } from './session.ts';

const DRAFT_PREFIX = 'draft.';
/** An older draft is rather a surprise than a help. */
const MAX_DRAFT_AGE_MS = 7 * DAY_MS;

interface StoredDraft<T> {
  readonly savedAt: number;
  readonly value: T;
}

export interface Draft<T> {
  /** What an earlier visit left unfinished; undefined when there is nothing to offer. */
  readonly offered: StoredDraft<T> | undefined;
  /** Takes the offer: the caller puts the value into the form. */
  readonly accept: () => T | undefined;
  readonly discard: () => void;
  /** The form was sent: nothing is left to offer. */
  readonly clear: () => void;
}

/** A draft belongs to one person in one account: another who signs in here never sees it. */
const draftName = (form: string): string => {
  const present = session.get();
  return `${DRAFT_PREFIX}${present?.id}.${present?.accountId}.${form}`;
};

function readDraft<T>(name: string): StoredDraft<T> | undefined {
  try {
    const draft = JSON.parse(readStored(name) ?? 'null') as StoredDraft<T> | null;
    return draft && Date.now() - draft.savedAt < MAX_DRAFT_AGE_MS ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Stores what a form contains whenever it differs from what it began with, and offers it at the next visit. */
export function useDraft<T>(form: string, value: T): Draft<T> {
  const name = draftName(form);
  const text = JSON.stringify(value);
  const first = useRef(text);
  const isSent = useRef(false);
  const [offered, setOffered] = useState(() => {
    const draft = readDraft<T>(name);
    return draft && JSON.stringify(draft.value) !== text ? draft : undefined;
  });
  // Before the next paint: what was typed last is stored also when the page is left at once.
  useLayoutEffect(() => {
    // An untouched form leaves the earlier draft alone.
    if (isSent.current || text === first.current) return;
    writeStored(name, JSON.stringify({ savedAt: Date.now(), value }));
  }, [text]);
  const remove = () => {
    removeStored(name);
    setOffered(undefined);
  };
  return {
    offered,
    accept: () => {
      setOffered(undefined);
      return offered?.value;
    },
    discard: remove,
    clear: () => {
      isSent.current = true;
      remove();
    },
  };
}

/** Signing out leaves nothing behind on a shared machine. */
export const removeDrafts = (): void => {
  for (const name of storedNames()) if (name.startsWith(DRAFT_PREFIX)) removeStored(name);
};
