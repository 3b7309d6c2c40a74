import { namedId } from './ids.ts';
import { normalizeUrl } from './normalize-url.ts';

const LISTING_NAMESPACE = 'b5c3a7d0-91f2-5e64-8d37-2a4f60c8e915';

/** The id of the listing at a URL: the same on every installation. Undefined for anything but an http or https URL. */
export function listingIdFromUrl(url: string): string | undefined {
  const normalised = normalizeUrl(url);
  return normalised === undefined ? undefined : namedId(LISTING_NAMESPACE, normalised);
}
