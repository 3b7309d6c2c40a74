import type { WorldAdvert, WorldOffer } from './adverts.ts';
import { randomPhotoHash } from './agencies.ts';
import type { WorldHome } from './homes.ts';
import { createRandom, type RandomSource } from './random.ts';

/** A hash with some bits flipped, as by a watermark, a crop or another encoding. */
export function alterPhotoHash(chance: RandomSource, hash: string, maxBits: number): string {
  let [high, low] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
  for (let turned = chance.whole(0, maxBits); turned > 0; turned -= 1) {
    const bit = chance.whole(0, 63);
    if (bit < 32) high = (high ^ (1 << bit)) >>> 0;
    else low = (low ^ (1 << (bit - 32))) >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

/** One photo, whatever its encoding: its home, and its own hash. */
export interface WorldPhoto {
  home: WorldHome;
  of: 'home' | 'facade' | 'agency';
  /** Its position among those of the home. */
  index: number;
  hash: string;
}

interface DisplayedPhoto {
  hash: string;
  photo: WorldPhoto;
}

/** The pictures that an offer made or reused. */
function pickPictures(seed: string, offer: WorldOffer): DisplayedPhoto[] {
  const chance = createRandom(seed, 'pictures', offer.seed);
  const { home, agency } = offer;
  const shown = (of: WorldPhoto['of'], original: string, index: number, hash = original): DisplayedPhoto => ({
    hash,
    photo: { home, of, index, hash: original },
  });
  const shared = home.photos.map((hash, index) =>
    shown('home', hash, index, alterPhotoHash(chance, hash, offer.rank === 0 ? 0 : 5)),
  );
  const isShared = offer.rank === 0 || offer.sharesPhotos;
  const own = isShared
    ? shared
    : home.photos.map((_, index) => shown('home', randomPhotoHash(chance), index));
  const reused = own.filter((_, index) => index === 0 || chance.happens(0.85));
  const facade = home.building.facade.filter(() => chance.happens(home.lookAlike ? 0.5 : 0.2));
  const generic = (agency?.genericPhotos ?? []).filter(() => chance.happens(0.6));
  return [
    ...reused,
    ...facade.map((hash, index) => shown('facade', hash, index)),
    ...generic.map((hash, index) => shown('agency', hash, index)),
  ];
}

/** The pictures one portal shows: mostly all, encoded again. */
export function buildAdvertPhotos(
  seed: string,
  { offer, portal, seed: own }: WorldAdvert,
  addressOf?: (photo: WorldPhoto) => string,
): { url: string; phash?: string }[] {
  const chance = createRandom(seed, 'shown', own);
  const hashed = portal.hashesPhotos && chance.happens(0.93);
  const maxPictures = chance.weighted([
    [20, 70],
    [6, 20],
    [1, 10],
  ]);
  return pickPictures(seed, offer)
    .slice(0, maxPictures)
    .map(({ hash, photo }) => ({
      ...withUrl(
        `https://photos.${portal.source}.example/${chance.bits().toString(36)}.jpg`,
        photo,
        addressOf,
      ),
      ...(hashed ? { phash: alterPhotoHash(chance, hash, 2) } : {}),
    }));
}

const withUrl = (
  url: string,
  photo: WorldPhoto,
  addressOf: ((photo: WorldPhoto) => string) | undefined,
): { url: string } => ({
  url: addressOf?.(photo) ?? url,
});
