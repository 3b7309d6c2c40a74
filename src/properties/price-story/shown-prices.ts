import type { PricePoint } from './advert.ts';
import { MAX_CATCH_UP_MS } from './moves.ts';
import type { RepostChain } from './reposts.ts';
import { MIN_MOVE_PERCENT } from './steps.ts';

interface ShownPrice {
  readonly chain: RepostChain;
  readonly point: PricePoint;
}

/** Prices within this share of each other are in the same cell or in neighbouring ones. */
const CELL_SHARE = MIN_MOVE_PERCENT / 100 / (1 - MIN_MOVE_PERCENT / 100);

const cellOf = (price: number): number => Math.floor(Math.log(price) / CELL_SHARE);

/** All prices that the listings of a property showed, by the price. */
export class ShownPrices {
  readonly #cells = new Map<number, ShownPrice[]>();

  constructor(chains: readonly RepostChain[]) {
    for (const chain of chains)
      for (const { points } of chain) for (const point of points) this.#add(chain, point);
  }

  #add(chain: RepostChain, point: PricePoint): void {
    const cell = this.#cells.get(cellOf(point.price));
    if (cell === undefined) this.#cells.set(cellOf(point.price), [{ chain, point }]);
    else cell.push({ chain, point });
  }

  /** Another listing shows about the same price, within the time in which listings follow each other. */
  isNearOthers(chain: RepostChain, { price, currency, at }: PricePoint): boolean {
    return [-1, 0, 1].some((step) =>
      this.#cells
        .get(cellOf(price) + step)
        ?.some(
          ({ chain: other, point }) =>
            other !== chain &&
            !point.misprint &&
            point.currency === currency &&
            Math.abs(point.price / price - 1) * 100 <= MIN_MOVE_PERCENT &&
            Math.abs(point.at - at) <= MAX_CATCH_UP_MS,
        ),
    );
  }

  /** Another listing showed exactly this price: it is one of the seller, without fees. */
  isShared(chain: RepostChain, { price }: PricePoint, until: number): boolean {
    const near = this.#cells.get(cellOf(price)) ?? [];
    return near.some(
      ({ chain: other, point }) => other !== chain && point.price === price && point.at <= until,
    );
  }
}
