import type { FilterPath } from '../catalogue/filters.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import type { Condition, Finding } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';

const PUBLISHED =
  /(?:(?:les |des |new |nouvelles? )?(?:annonces?|listings?|biens?|nouveautes|adverts?)? ?(?:publie|poste|paru|ajoute|mis|listed|posted|added|published|advertised)(?:e?s?)?(?: en ligne| online)?|(?:les |des )?(?:nouvelles? |new |dernieres? )?(?:annonces?|listings?|nouveautes)|(modifie|change|mis a jour|updated|changed)e?s?)? ?(?:(?:depuis|since|des|de|du|from|in|within|over|ces|il y a)\b|d')? ?(?:la |le |les |the |moins de |moins d')?/y;

const MONTHS = [
  ...['janvier|january', 'fevrier|february', 'mars|march', 'avril|april', 'mai|may', 'juin|june'],
  ...['juillet|july', 'aout|august', 'septembre|september', 'octobre|october', 'novembre|november'],
  'decembre|december',
];
const WEEKDAYS = [
  ...['dimanche|sunday', 'lundi|monday', 'mardi|tuesday', 'mercredi|wednesday', 'jeudi|thursday'],
  ...['vendredi|friday', 'samedi|saturday'],
];

const AGO =
  /(?:(?:last|past|previous|derni?ere?s?) )?(\d{1,3}|une|un|deux|trois|two|three)? ?(?:(?:derni?ere?s?|last|past|previous) )?(heures?|hours?|h|jours?|days?|j|semaines?|weeks?|mois|months?)(?: derni?ere?s?)?\b/y;
const DATE = new RegExp(
  String.raw`(?:(\d{1,2})(?:er|st|nd|rd|th)? (?:of )?(${MONTHS.join('|')})|(${MONTHS.join('|')}) (\d{1,2})(?:st|nd|rd|th)?)(?:,? (20\d\d))?\b`,
  'y',
);
const NUMERIC_DATE = /(?:(\d{1,2})[/.](\d{1,2})[/.](20\d\d)|(20\d\d)-(\d\d)-(\d\d))\b/y;
const WEEKDAY = new RegExp(String.raw`(?:(?:last|dernier) )?(${WEEKDAYS.join('|')})\b`, 'y');

const NAMED: readonly (readonly [RegExp, (today: Date) => Date])[] = [
  [/(?:aujourd'hui|today|jour)\b/y, (today) => today],
  [/(?:hier|yesterday)\b/y, (today) => new Date(today.getTime() - DAY_MS)],
  [
    /(?:cette semaine|this week|semaine|(?:the )?week)\b/y,
    (today) => new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS),
  ],
  [
    /(?:ce mois(?:[ -]ci)?|this month|mois en cours)\b/y,
    (today) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)),
  ],
];

/** Words that make a date of publication of what follows. */
const SAYS_SINCE =
  /depuis|since|ces|derni|last|past|publi|post|paru|ajout|mis|list|added|annonce|nouveau|advert|updated|chang|modif|moins|within|il y a/;
const SELF_SAID = /aujourd'hui|today|hier|yesterday|cette semaine|this week|ce mois|this month/;

/** "publiées depuis hier", "des 7 derniers jours", "depuis le 1er novembre", "listed this week". */
export function readDate({ text }: FoldedText, at: number, now: Date): Finding | undefined {
  const lead = matchAt(PUBLISHED, text, at);
  const start = at + (lead?.[0].length ?? 0);
  const moment = readMoment(text, start, now);
  if (moment === undefined) return undefined;
  const words = text.slice(at, moment.end);
  if (!SAYS_SINCE.test(words) && !SELF_SAID.test(words)) return undefined;
  const path: FilterPath = lead?.[1] === undefined ? 'dates.createdAt' : 'dates.updatedAt';
  const condition: Condition = { kind: 'time', path, from: moment.from.toISOString() };
  return { start: at, end: moment.end, conditions: [condition] };
}

interface Moment {
  readonly from: Date;
  readonly end: number;
}

function readMoment(text: string, at: number, now: Date): Moment | undefined {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  for (const [pattern, from] of NAMED) {
    const found = matchAt(pattern, text, at);
    if (found !== null) return { from: from(today), end: at + found[0].length };
  }
  return readAgo(text, at, now) ?? readDay(text, at, today);
}

const COUNTS: Readonly<Record<string, number>> = { un: 1, une: 1, deux: 2, trois: 3, two: 2, three: 3 };

function readAgo(text: string, at: number, now: Date): Moment | undefined {
  const found = matchAt(AGO, text, at);
  if (found === null) return undefined;
  const [whole, figure, unit = ''] = found;
  if (figure === undefined && !/last|past|derni/.test(whole)) return undefined;
  const count = figure === undefined ? 1 : (COUNTS[figure] ?? Number(figure));
  const end = at + whole.length;
  if (/^h/.test(unit)) return { from: new Date(now.getTime() - count * HOUR_MS), end };
  if (/^(?:j|d)/.test(unit)) return { from: new Date(now.getTime() - count * DAY_MS), end };
  if (/^(?:s|w)/.test(unit)) return { from: new Date(now.getTime() - count * 7 * DAY_MS), end };
  const from = new Date(now);
  from.setUTCMonth(from.getUTCMonth() - count);
  return { from, end };
}

/** A day without a year is the latest such day. */
function readDay(text: string, at: number, today: Date): Moment | undefined {
  const weekday = matchAt(WEEKDAY, text, at);
  if (weekday !== null) {
    const day = WEEKDAYS.findIndex((names) => names.split('|').includes(weekday[1] ?? ''));
    const back = (today.getUTCDay() - day + 7) % 7;
    return { from: new Date(today.getTime() - back * DAY_MS), end: at + weekday[0].length };
  }
  const numeric = matchAt(NUMERIC_DATE, text, at);
  if (numeric !== null) {
    const [whole, day, month, year, isoYear, isoMonth, isoDay] = numeric;
    const from = new Date(
      Date.UTC(Number(year ?? isoYear), Number(month ?? isoMonth) - 1, Number(day ?? isoDay)),
    );
    return { from, end: at + whole.length };
  }
  const found = matchAt(DATE, text, at);
  if (found === null) return undefined;
  const [whole, dayFirst, monthAfter, monthFirst, dayAfter, year] = found;
  const month = MONTHS.findIndex((names) => names.split('|').includes(monthAfter ?? monthFirst ?? ''));
  const day = Number(dayFirst ?? dayAfter);
  const inYear = (one: number): Date => new Date(Date.UTC(one, month, day));
  const thisYear = inYear(Number(year ?? today.getUTCFullYear()));
  const from = year === undefined && thisYear > today ? inYear(today.getUTCFullYear() - 1) : thisYear;
  return { from, end: at + whole.length };
}

const DROP =
  /(?:(?:le |the )?(?:prix|price) (?:(?:en |a |qui a )?(?:baisse?e?|reduit|reduced|dropped|cut))|(?:en )?baisses? (?:de|du|des|de leur) prix|prix en baisse|price (?:drops?|cuts?|reductions?|reduced)|reduced price|recently reduced)(?: ?(?:d'au moins|d'au minimum|de plus de|d'environ|de|(?:(?:of|by) )?(?:at least|more than|over|about|around)|of|by) ?)?(?:(\d{1,2}(?:[.,]\d)?) ?(?:%|pour ?cents?|percent|per cent))?/y;

/** "prix en baisse", "baisse de prix d'au moins 5 %". */
export function readPriceDrop({ text }: FoldedText, at: number): Finding | undefined {
  const found = matchAt(DROP, text, at);
  if (found === null) return undefined;
  const percent = Number((found[1] ?? '0').replace(',', '.'));
  return {
    start: at,
    end: at + found[0].trimEnd().length,
    conditions: [
      { kind: 'set', path: 'changes.attribute', values: ['DISPLAYED_PRICE'] },
      { kind: 'range', path: 'changes.variationPercent', lte: percent === 0 ? 0 : -percent },
    ],
  };
}

const YEAR_LEAD =
  /(?:(?:construit|construction|bati|built|build)(?:e?s?)? ?(?:de |date |datant de |dating )?)?(?:(apres|depuis|a partir de|after|since|posterieure? a|plus recente? que|pas plus (?:vieux|vieille|ancien|ancienne) que|(?:no|not) older than|newer than)|(avant|before|anterieure? a)|(entre|between)|(en|in|de|des?|from)) (?:l'an )?((?:18|19|20)\d\d)(?!\d| ?€|[ ]?m ?2)(?: (?:et|and|a|to) ((?:18|19|20)\d\d)(?!\d| ?€| ?m ?2))?/y;
const DECADE =
  /(?:(?:construit|built|datant)(?:e?s?)? )?(?:(?:de|des|dans|in|from|of) )?(?:les |the )?(?:annees? ((?:19|20)?\d0)|((?:19|20)\d0)'?s)(?!\d)/y;
/** "maison de 1930". */
const YEAR_TYPE =
  /(?:maison|villa|immeuble|appartement|appart|longere|ferme|residence|building|house|cottage|flat|apartment)s? (?:datant |dating )?$/;
const BUILT = /constru|bati|built|build/;

/** "construit après 2000", "entre 1990 et 2010", "années 70". */
export function readYear({ text }: FoldedText, at: number): Finding | undefined {
  const decade = matchAt(DECADE, text, at);
  if (decade !== null) {
    const figure = Number(decade[1] ?? decade[2]);
    const start = figure < 100 ? 1_900 + figure : figure;
    return yearFinding(at, at + decade[0].length, { gte: start, lte: start + 9 });
  }
  const found = matchAt(YEAR_LEAD, text, at);
  if (found === null) return undefined;
  const [whole, after, before, between, , first, second] = found;
  const isBuilt = BUILT.test(whole);
  const isOfType = /^(?:de|from|datant) /.test(whole) && YEAR_TYPE.test(text.slice(Math.max(0, at - 20), at));
  if (!isBuilt && !isOfType && !/^(?:apres|avant|after|before|pas plus|plus recent|no|newer)/.test(whole))
    return undefined;
  const year = Number(first);
  const end = at + whole.length;
  if (second !== undefined) return yearFinding(at, end, { gte: year, lte: Number(second) });
  if (between !== undefined) return undefined;
  if (after !== undefined) return yearFinding(at, end, { gte: year });
  if (before !== undefined) return yearFinding(at, end, { lte: year });
  return yearFinding(at, end, { gte: year, lte: year });
}

const yearFinding = (start: number, end: number, bounds: { gte?: number; lte?: number }): Finding => ({
  start,
  end,
  conditions: [{ kind: 'range', path: 'property.building.constructionYear', ...bounds }],
});
