import { type Db, sql } from '../db/sql.ts';
import { parseStoredDocument, storedDocument } from '../properties/packed-document.ts';
import { decodeValue, isOfType, isTransaction, TYPE_COLUMN } from '../properties/search/filter-column.ts';
import { buildLifeline } from '../transactions/lifeline.ts';
import { type NamedPlace, namedPlace, qualifyCode, WHOLE_MARKET } from './qualified-code.ts';

/** How long homes of a place and type stay on the market, and what they sold for against what was asked. */
export interface MarketPace {
  /** The key of the place. */
  place: string;
  propertyType: string;
  /** From the first advert to the end of the last one. */
  medianDaysOnMarket: number | null;
  homes: number;
  /** The sold price against the last asked one; a sale below it is negative. */
  soldAgainstAskedPercent: number | null;
  /** Homes that a recorded sale was matched with. */
  sales: number;
}

/** A pace as answers show it. */
export type NamedPace = MarketPace & NamedPlace;

export const namePace = ({ place, ...pace }: MarketPace): NamedPace => ({ ...namedPlace(place), ...pace });

/** Below these a median says little. */
const MIN_HOMES = 20;
const MIN_SALES = 10;
/** Each costs some queries: the newest of a market suffice. */
const MAX_MATCHED_HOMES = 2_000;
/** A sale matched with less is as likely another home. */
const MIN_MATCH_CONFIDENCE = 0.7;
const WINDOW_DAYS = 730;

interface DaysRow {
  country: string | null;
  city: string | null;
  isWhole: boolean;
  /** As the search table has it. */
  type: string;
  days: number;
  homes: number;
}

/** The pace of every place and type with enough homes, from those that left the market within two years. */
export async function readMarketPaces(db: Db, now: Date, sales: Db = db): Promise<MarketPace[]> {
  const days = await db.rows<DaysRow>(sql`
    select country_code as country, city_code as city, grouping(city_code) = 1 as "isWhole",
           type, count(*)::integer as homes,
           percentile_cont(0.5) within group (order by extract(epoch from updated_at - created_at) / 86400)::float8 as days
    from property_search
    where expired and ${isTransaction('SELL')} and ${isOfType('FLAT', 'HOUSE')}
      and updated_at > ${now}::timestamptz - make_interval(days => ${WINDOW_DAYS})
    group by grouping sets ((country_code, city_code, type), (type))
    having count(*) >= ${MIN_HOMES}`);
  const margins = await readMargins(db, sales);
  return days.flatMap(({ country, city, isWhole, type, homes, days: median }) => {
    const propertyType = decodeValue(TYPE_COLUMN, type);
    const place = isWhole ? WHOLE_MARKET : keyOf(country, city);
    // Homes that no city is known of count for the whole market only.
    if (place === undefined) return [];
    const own = margins
      .filter((one) => one.propertyType === propertyType && (isWhole || one.place === place))
      .map(({ percent }) => percent)
      .sort((one, other) => one - other);
    const middle = own[own.length >> 1];
    const soldAgainstAskedPercent =
      middle === undefined || own.length < MIN_SALES ? null : Math.round(middle * 10) / 10;
    return [
      {
        place,
        propertyType,
        homes,
        medianDaysOnMarket: Math.round(median),
        soldAgainstAskedPercent,
        sales: own.length,
      },
    ];
  });
}

const keyOf = (country: string | null, city: string | null): string | undefined =>
  country === null || city === null ? undefined : qualifyCode(country, city);

interface Margin {
  place: string | undefined;
  propertyType: string;
  percent: number;
}

/** Sales are in the default region, which may be another one. */
async function readMargins(db: Db, sales: Db): Promise<Margin[]> {
  const [known] = await sales.rows(sql`select 1 from sale limit 1`);
  if (known === undefined) return [];
  const gone = await db.rows<{ packed: Buffer | null; country: string | null; city: string | null }>(sql`
    select ${storedDocument} as packed, s.country_code as country, s.city_code as city
    from property_search as s join property using (property_id)
    where s.expired and ${isTransaction('SELL')} and ${isOfType('FLAT', 'HOUSE')} and s.pricing_displayed > 0
    order by s.updated_at desc limit ${MAX_MATCHED_HOMES}`);
  const margins: Margin[] = [];
  for (const { packed, country, city } of gone) {
    if (packed === null) continue;
    const document = parseStoredDocument(packed);
    const { sale } = await buildLifeline(sales, document);
    const asked = document.property.pricing?.displayed;
    if (!sale?.priceCents || sale.confidence < MIN_MATCH_CONFIDENCE || asked === undefined) continue;
    const percent = (sale.priceCents / 100 / asked - 1) * 100;
    margins.push({
      place: keyOf(country, city),
      propertyType: document.property.propertyType ?? '',
      percent,
    });
  }
  return margins;
}

/** The finest place with a pace, else the whole market. */
export const pickPace = (
  paces: readonly MarketPace[],
  propertyType: string | undefined,
  places: readonly string[],
): MarketPace | null =>
  [WHOLE_MARKET, ...places]
    .toReversed()
    .map((place) => paces.find((one) => one.place === place && one.propertyType === propertyType))
    .find((one) => one !== undefined) ?? null;
