/** Where a rehearsal continues. It travels through the caller: nothing is stored between two calls. */
export interface RehearsalCursor {
  /** The beginning of the days that were asked for. */
  readonly from: Date;
  readonly totalChanges: number;
  /** The last change that was looked at. */
  readonly recordedAt: Date;
  readonly propertyId: string;
  readonly revisionId: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const formatRehearsalCursor = (cursor: RehearsalCursor): string =>
  [
    cursor.from.getTime(),
    cursor.totalChanges,
    cursor.recordedAt.getTime(),
    cursor.propertyId,
    cursor.revisionId,
  ].join('.');

/** Undefined when the text is none of ours. */
export function parseRehearsalCursor(text: string): RehearsalCursor | undefined {
  const [from, total, recorded, propertyId = '', revisionId = '', ...more] = text.split('.');
  const [fromMs, totalChanges, recordedMs] = [from, total, recorded].map((part) => Number(part || 'NaN'));
  const isTime = (ms: number | undefined): ms is number =>
    Number.isSafeInteger(ms) && Math.abs(ms ?? 0) <= 8.64e15;
  if (!isTime(fromMs) || !isTime(recordedMs) || !isTime(totalChanges) || totalChanges < 0) return undefined;
  if (!UUID.test(propertyId) || !UUID.test(revisionId) || more.length > 0) return undefined;
  return { from: new Date(fromMs), totalChanges, recordedAt: new Date(recordedMs), propertyId, revisionId };
}
