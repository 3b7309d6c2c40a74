import { foldText } from '../lib/text.ts';
import type { Claims } from '../properties/listing-state.ts';

const NEW =
  /\b(?:programme (?:immobilier )?neuf|residence neuve|vefa|livraison (?:prevue|au|en|\dt|\d(?:er|e|eme) trimestre)|frais de notaire reduits|re ?2020)\b/;

/** A lot of a new programme, by what the source states, by a year that was still to come, else by the words that only programmes use. */
export const isNewBuild = ({ constructionStatus, building, body }: Claims, firstSeen: Date): boolean =>
  (building?.constructionYear ?? 0) >= firstSeen.getUTCFullYear() ||
  constructionStatus === 'NEW' ||
  constructionStatus === 'UNDER_CONSTRUCTION' ||
  (constructionStatus === undefined &&
    NEW.test(foldText(`${body?.title ?? ''}. ${body?.description ?? ''}`)));
