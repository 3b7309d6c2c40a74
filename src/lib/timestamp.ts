/** A moment as answers tell it: ISO 8601 in UTC with its offset, milliseconds only where there are any. */
export const timestamp = (moment: Date): string => moment.toISOString().replace(/(\.000)?Z$/, '+00:00');
