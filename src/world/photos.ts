import type { Advert, Offer } from './adverts.ts';
import { photoHash } from './agencies.ts';
import { type Chance, chanceOf } from './random.ts';

/** A hash with some of its bits turned: what a watermark, a crop or another encoding does. */
export function altered(chance: Chance, hash: string, most: number): string {
  let [high, low] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
  for (let turned = chance.whole(0, most); turned > 0; turned -= 1) {
    const bit = chance.whole(0, 63);
    if (bit < 32) high = (high ^ (1 << bit)) >>> 0;
    else low = (low ^ (1 << (bit - 32))) >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

/** The pictures an offer took or took over. */
function picturesOf(seed: string, offer: Offer): string[] {
  const chance = chanceOf(seed, 'pictures', offer.seed);
  const { home, agency } = offer;
  const shared = home.photos.map((hash) => altered(chance, hash, offer.rank === 0 ? 0 : 5));
  const own = offer.rank === 0 || offer.sharesPhotos ? shared : home.photos.map(() => photoHash(chance));
  const kept = own.filter((_, index) => index === 0 || chance.happens(0.85));
  const facade = home.building.facade.filter(() => chance.happens(home.lookAlike ? 0.5 : 0.2));
  const generic = (agency?.genericPhotos ?? []).filter(() => chance.happens(0.6));
  return [...kept, ...facade, ...generic];
}

/** What one portal shows of them: mostly all, encoded again. */
export function advertPhotos(
  seed: string,
  { offer, portal, seed: own }: Advert,
): { url: string; phash?: string }[] {
  const chance = chanceOf(seed, 'shown', own);
  const hashed = portal.hashesPhotos && chance.happens(0.93);
  const most = chance.weighted([
    [20, 70],
    [6, 20],
    [1, 10],
  ]);
  return picturesOf(seed, offer)
    .slice(0, most)
    .map((hash) => ({
      url: `https://photos.${portal.source}.example/${chance.bits().toString(36)}.jpg`,
      ...(hashed ? { phash: altered(chance, hash, 2) } : {}),
    }));
}
