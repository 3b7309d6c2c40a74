/** The service of the test. */
export const url = process.env['GABLE_URL'] ?? '';
export const key = process.env['GABLE_KEY'] ?? '';

/** What every generated client prints at the end. */
export interface TaskResults {
  /** Ids of the README's search. */
  search: string[];
  /** Properties that a cursor scan shows. */
  scanned: string[];
  alert: string;
  deliveries: number;
}

export const print = (results: TaskResults): void => console.log(JSON.stringify(results));
