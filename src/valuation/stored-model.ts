import { deserialize, serialize } from 'node:v8';
import type { Market } from './market.ts';
import type { Model } from './model/fit.ts';
import type { Projection } from './model/market-rows.ts';
import type { MarketPace } from './time-on-market.ts';

/** A model with what its comparables are called. */
export interface StoredModel {
  format: typeof FORMAT;
  market: Market;
  projection: Projection;
  model: Model;
  /** Sixteen bytes a row: the id of the property or the sale. */
  ids: Uint8Array;
  /** The price level by place and month. */
  indices: PlaceIndex[];
  areas: { min: number; max: number };
  /** How fast homes leave the market, by place and type. */
  paces: MarketPace[];
}

/** Log price levels of a place relative to the last month; `homes` is how many prices stand behind them. */
export interface PlaceIndex {
  /** The key of the place. */
  place: string;
  propertyType: number;
  months: number[];
  levels: number[];
  homes: number;
}

/** A model of another format is not read; the next fit replaces it. */
const FORMAT = 3;
export const MODEL_FORMAT: typeof FORMAT = FORMAT;

export const writeModel = (stored: StoredModel): Buffer => serialize(stored);

export function readModel(bytes: Buffer): StoredModel | undefined {
  const stored: StoredModel = deserialize(bytes);
  return stored.format === FORMAT ? stored : undefined;
}

const ID_BYTES = 16;

export const createIds = (rows: number): Uint8Array => new Uint8Array(rows * ID_BYTES);

export function setId(ids: Uint8Array, row: number, id: string): void {
  Buffer.from(ids.buffer, ids.byteOffset).write(id.replaceAll('-', ''), row * ID_BYTES, 'hex');
}

export const cutIds = (ids: Uint8Array, rows: number): Uint8Array => ids.slice(0, rows * ID_BYTES);

export function idAt(ids: Uint8Array, row: number): string {
  const hex = Buffer.from(ids.buffer, ids.byteOffset + row * ID_BYTES, ID_BYTES).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
