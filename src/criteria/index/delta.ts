import { type Files, type IndexedAlert, Members, type Sides, type Wheres } from './segment.ts';

/** Alerts changed since the base was built: short lists, looked through from end to end. */
export class Delta implements Files {
  readonly members = new Members();
  readonly #lists = new Map<number, number[]>();

  add(alert: IndexedAlert, wheres: Wheres): void {
    this.members.add(alert, wheres, this);
  }

  file(key: number, offset: number): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [offset]);
    else list.push(offset);
  }

  scan(key: number, sides: number, change: Sides, met: number[]): void {
    for (const offset of this.#lists.get(key) ?? []) {
      const alert = this.members.meet(offset, sides, change);
      if (alert >= 0) met.push(alert);
    }
  }

  /** Every place of every branch. */
  *filed(): Generator<readonly [key: number, offset: number]> {
    for (const [key, offsets] of this.#lists) for (const offset of offsets) yield [key, offset];
  }
}
