import type { PlaceReference } from './condition.ts';
import { matchAt, type Word } from './folded-text.ts';
import type { PlaceContext, PlaceMatch } from './place-match.ts';

const DEPARTMENT =
  /(?:(?:departements?|depts?|dpts?|deps?|department) ?(?:du |de la |de |no? ?|numero )?)?(\d{2,3}|2[ab])(?![\p{L}\p{N}]|[.,]\d| \d{3}(?!\d)| ?(?:€|euros?\b|k\b|m2\b|m 2\b|pieces?\b|p\b|ch\b|chambres?\b|min|km\b|ans?\b|%|beds?\b|rooms?\b|ha\b|jours?\b|h\b|etages?\b))/uy;
const MORE_DEPARTMENTS =
  / ?(?:,|\/|et|ou|and|or|-) ?(?:le |dans le )?(\d{2}|2[ab])(?![\p{L}\p{N}]|[ .,]\d| ?(?:€|euros?\b|k\b|m2\b|pieces?\b|p\b|ch\b|chambres?\b|min|km\b|ans?\b|%))/uy;
const DEPARTMENT_LEAD = /(?:dans le|le|du|departements?|depts?|dpts?|department|en|\()\s*(?:de |du )?$/;

/** "94 et 77": numbers of two figures in a list are departments. */
const MORE_DEPARTMENTS_FOLLOW =
  /^(?:\d{2}|2[ab])(?: ?(?:,|\/|et|ou) ?(?:\d{2}|2[ab])(?![\p{L}\p{N}%€]))+(?= ?(?:[,;)]|$| [a-z]{3,}))(?! ?(?:m2|ans|min|pieces|euros|km))/u;

/** "maison 77": an area would have its unit. */
const TYPE_LEAD =
  /(?:^| )(?:maisons?|villas?|pavillons?|terrains?|appartements?|apparts?|appts?|[tf][1-9]|pieces|studios?) $/;

/** "dans le 78", "départements 44 et 49", "(69)". A bare number of two figures is no place. */
export function readDepartments({ sentence, names }: PlaceContext, { start }: Word): PlaceMatch | undefined {
  const found = matchAt(DEPARTMENT, sentence.text, start);
  if (found === null) return undefined;
  const before = sentence.text.slice(0, start);
  const isAfterType = found[0].length === 2 && TYPE_LEAD.test(before);
  const isList = /(?:^|[,;(] ?)$/.test(before) && MORE_DEPARTMENTS_FOLLOW.test(sentence.text.slice(start));
  const isNamed = /^\D/.test(found[0]) || DEPARTMENT_LEAD.test(before) || isAfterType || isList;
  const division = names.subregion(found[1] ?? '');
  if (!isNamed || division === undefined) return undefined;
  const places: PlaceReference[] = [{ division }];
  let end = start + found[0].length;
  for (;;) {
    const next = matchAt(MORE_DEPARTMENTS, sentence.text, end);
    const another = next && names.subregion(next[1] ?? '');
    if (!next || another === undefined || another === null) return { end, places };
    places.push({ division: another });
    end += next[0].length;
  }
}
