import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { divisionId } from '../../src/geo/division.ts';
import { salesImport } from '../../src/transactions/import-sales.ts';
import type { Transaction } from '../../src/transactions/transaction.ts';
import { startApi } from '../support/api.ts';
import { readBoth } from '../support/both-formats.ts';
import { insertFrenchCities } from '../support/french-cities.ts';
import { importContents } from '../support/import-contents.ts';
import { createOwner } from '../support/owners.ts';
import { findProblemErrors } from '../support/problem-referee.ts';

const api = await startApi({ after });

const GEO_COLUMNS =
  'id_mutation,date_mutation,numero_disposition,nature_mutation,valeur_fonciere,adresse_numero,adresse_suffixe,adresse_nom_voie,code_postal,code_commune,id_parcelle,lot1_numero,lot1_surface_carrez,nombre_lots,code_type_local,surface_reelle_bati,nombre_pieces_principales,code_nature_culture,surface_terrain,longitude,latitude';
const DVF = [
  GEO_COLUMNS,
  // Two rows, one sale: a flat and its cellar, in the 7th arrondissement of Paris.
  '2024-1,2024-03-05,1,Vente,500000,12,B,RUE CLER,75007,75107,75107000AD0010,4,,1,2,50,2,,,2.3055,48.8570',
  '2024-1,2024-03-05,1,Vente,500000,12,B,RUE CLER,75007,75107,75107000AD0010,9,,1,3,,0,,,2.3055,48.8570',
  // A building sold off plan: its price on each of its five flats.
  ...[1, 2, 3, 4, 5].map(
    (lot) =>
      `2024-2,2024-04-02,1,Vente en l'état futur d'achèvement,2000000,3,,RUE NEUVE,69001,69381,69381000AB0001,${lot},,1,2,40,2,,,4.8350,45.7670`,
  ),
  // No price given.
  '2024-3,2024-05-06,1,Vente,,7,,RUE DE LA PAIX,75002,75102,75102000AC0020,,,0,1,80,4,S,100,2.3310,48.8690',
  // Outside the square drawn below, and an exchange.
  '2024-4,2024-06-07,1,Echange,250000,1,,AV FOCH,33000,33063,33063000AA0001,,,0,1,90,4,S,300,-0.5790,44.8400',
].join('\n');
const NOTAIRES = [
  'reference,date,price,type,living_area,rooms,street_number,street_name,city_code,parcel,construction_era,lift,balcony,cellar',
  // The flat of rue Cler, dated by its signature.
  'N-1,2024-03-04,500000,appartement,50.2,2,12 bis,Rue Cler,75107,75107000AD0010,1850-1913,oui,non,oui',
  // The same price and commune, another flat.
  'N-2,2024-03-05,500000,appartement,71,3,40,Rue de Grenelle,75107,75107000AE0099,,oui,,',
].join('\n');

before(async () => {
  await insertFrenchCities(api.db);
  await importContents(api.db, salesImport, DVF);
  await importContents(api.db, salesImport, NOTAIRES);
});

const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const paris = { type: 'Polygon', coordinates: [square(2.22, 48.81, 2.47, 48.91)] };

interface Found {
  data: Transaction[];
  meta: { count: number; nextCursor: string | null };
}
const ask = (body: unknown, key = api.owner.key) =>
  api.call({ method: 'POST', path: '/transactions/search', body, key, accept: 'application/json' });
const search = async (body: unknown): Promise<Found> => {
  const answered = await ask(body);
  assert.equal(answered.status, 200, answered.text);
  return answered.body as Found;
};
const refs = async (body: unknown): Promise<string[]> =>
  (await search(body)).data.map(({ externalRef }) => externalRef);

const CLER = '2024-03-05/75107000AD0010/1';
const NEUVE = '2024-04-02/69381000AB0001/1';
const PAIX = '2024-05-06/75102000AC0020/1';
const FOCH = '2024-06-07/33063000AA0001/1';
const GRENELLE = 'N-2';

test('an empty search answers every sale once, newest first', async () => {
  const found = await refs({});
  assert.deepEqual(
    [found.slice(0, 3), found.slice(3).sort()],
    [
      [FOCH, PAIX, NEUVE],
      [CLER, GRENELLE],
    ],
  );
});

test('both formats of a search have the same content', async () => {
  const jsonApi = await api.call({ method: 'POST', path: '/transactions/search', body: {} });
  const document = jsonApi.body as { data: { id: string; attributes: object }[]; meta: object };
  const flat = await search({});
  assert.deepEqual(
    document.data.map(({ id, attributes }) => ({ id, ...attributes })),
    flat.data,
  );
  assert.deepEqual(document.meta, flat.meta);
});

test('a sale of two sources is answered once: the registry record survives and shows what the other filled in', async () => {
  const { data } = await search({ city: divisionId('FR', '75056'), livingArea: { lte: 60 } });
  assert.equal(data.length, 1);
  const [sale] = data;
  assert.deepEqual(sale?.price, { amountCents: 50_000_000, currency: 'EUR', pricePerSqmCents: 1_000_000 });
  assert.deepEqual(sale?.lots, [
    { role: 'PRINCIPAL', kind: 'FLAT' },
    { role: 'SECONDARY', kind: 'OUTBUILDING' },
  ]);
  assert.deepEqual(sale?.building, { constructionEra: '1850-1913', elevator: true });
  assert.deepEqual(sale?.matched?.mergedFields, [
    'building.constructionEra',
    'building.elevator',
    'amenities.balcony',
    'amenities.cellar',
  ]);
  assert.ok((sale?.matched?.score ?? 0) > 0.75);
  const duplicate = await readBoth(api, `/transactions/${sale?.matched?.withTransactionId}`);
  const survivor = await readBoth(api, `/transactions/${sale?.id}`);
  assert.deepEqual(duplicate, survivor);
});

test('the item carries the rows of its source as they came, the search does not', async () => {
  const { data } = await search({ nature: ['EXCHANGE'] });
  assert.equal('sourcePayload' in (data[0] ?? {}), false);
  const item = (await readBoth(api, `/transactions/${data[0]?.id}`)) as Transaction & {
    sourcePayload: { format: string; rows: Record<string, string>[] };
  };
  assert.equal(item.sourcePayload.format, 'geo-dvf');
  assert.deepEqual(item.sourcePayload.rows[0]?.['adresse_nom_voie'], 'AV FOCH');
});

test('a building sold off plan is one sale for one price, and has no price by the metre', async () => {
  const { data } = await search({ nature: ['OFF_PLAN_SALE'] });
  assert.deepEqual(
    data.map(({ propertyType, price, areas }) => [
      propertyType,
      price.amountCents,
      price.pricePerSqmCents,
      areas.livingAreaSqm,
    ]),
    [['BUILDING', 200_000_000, null, 200]],
  );
});

test('filters apply: days, prices, areas, types, shapes with holes, cities', async () => {
  assert.deepEqual(await refs({ dateMutation: { after: '2024-05-06' } }), [FOCH, PAIX]);
  assert.deepEqual(await refs({ dateMutation: { before: '2024-04-02', after: '2024-04-02' } }), [NEUVE]);
  assert.deepEqual(await refs({ priceAmount: { gte: 60_000_000 } }), [NEUVE]);
  assert.deepEqual(await refs({ propertyType: ['HOUSE'] }), [FOCH, PAIX]);
  assert.deepEqual(await refs({ geoshape: paris }), [PAIX, CLER]);
  const holed = { type: 'Polygon', coordinates: [...paris.coordinates, square(2.3, 48.85, 2.31, 48.86)] };
  assert.deepEqual(await refs({ geoshape: holed }), [PAIX]);
  const two = { type: 'MultiPolygon', coordinates: [paris.coordinates, [square(-1, 44, 0, 45)]] };
  assert.deepEqual(await refs({ geoshape: two }), [FOCH, PAIX, CLER]);
  assert.deepEqual(await refs({ geoshape: { type: 'Polygon', coordinates: [square(-5, 41, 9, 51)] } }), [
    FOCH,
    PAIX,
    NEUVE,
    CLER,
  ]);
  assert.deepEqual(await refs({ district: [divisionId('FR', '75102')] }), [PAIX]);
  assert.deepEqual(await refs({ city: [divisionId('FR', '69123'), divisionId('FR', '33063')] }), [
    FOCH,
    NEUVE,
  ]);
});

test('a sale has its city, its district and its point', async () => {
  const { data } = await search({ district: divisionId('FR', '75102') });
  assert.deepEqual(data[0]?.location, {
    cityId: divisionId('FR', '75056'),
    districtId: divisionId('FR', '75102'),
    neighborhoodId: null,
    geoPoint: { lon: 2.331, lat: 48.869 },
  });
});

test('a neighbourhood is searched by its contour, alone and beside its district or another; one without a contour holds nothing', async () => {
  const putQuarter = async (code: string, ring?: number[][]): Promise<string> => {
    const id = divisionId('FR', code);
    await api.db.rows(sql`
      insert into division (division_id, country_code, type, unique_code, name, parent_id, from_package)
      values (${id}, 'FR', 'NEIGHBORHOOD', ${code}, ${code}, ${divisionId('FR', '75107')}, false)`);
    if (ring === undefined) return id;
    const [[west, south] = [], , [east, north] = []] = ring;
    await api.db.rows(sql`
      insert into division_contour (division_id, west, south, east, north, geometry, from_package)
      values (${id}, ${west}, ${south}, ${east}, ${north}, ${JSON.stringify({ type: 'Polygon', coordinates: [ring] })}::json, false)`);
    return id;
  };
  const cler = await putQuarter('QUARTER-CLER', square(2.305, 48.856, 2.306, 48.858));
  const paix = await putQuarter('QUARTER-PAIX', square(2.33, 48.868, 2.332, 48.87));
  const unknown = await putQuarter('QUARTER-UNDRAWN');
  assert.deepEqual(await refs({ neighborhood: cler }), [CLER]);
  assert.deepEqual(await refs({ neighborhood: [cler, paix] }), [PAIX, CLER]);
  assert.deepEqual(await refs({ neighborhood: paix, district: divisionId('FR', '75107') }), []);
  assert.deepEqual(await refs({ neighborhood: [cler, paix], district: divisionId('FR', '75102') }), [PAIX]);
  assert.deepEqual(await refs({ neighborhood: [cler, paix], geoshape: paris, propertyType: ['FLAT'] }), [
    CLER,
  ]);
  assert.deepEqual(await refs({ neighborhood: unknown }), []);
  const { data } = await search({ neighborhood: cler });
  assert.equal(data[0]?.location.neighborhoodId, cler, 'with the neighbourhood of the sale');
  assert.deepEqual(findProblemErrors(await ask({ neighborhood: divisionId('FR', '75107') })), [
    '422 unknown_division neighborhood',
  ]);
});

test('a duplicate that alone matches returns its survivor', async () => {
  // Only the notary has 50.2 square metres; the registry has 50.
  assert.deepEqual(await refs({ livingArea: { gte: 50.1, lte: 51 } }), []);
  assert.deepEqual(await refs({ livingArea: { gte: 50, lte: 50 } }), [CLER]);
});

test('a cursor scan shows each sale once', async () => {
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Found = await search({ page: { size: 2, cursor: cursor ?? null } });
    assert.equal(page.meta.count, page.data.length);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.meta.nextCursor;
  }
  assert.deepEqual(
    seen,
    (await search({})).data.map(({ id }) => id),
  );
});

test('a cursor is valid for its own account and filters only', async () => {
  const { nextCursor } = (await search({ page: { size: 1 } })).meta;
  const other = await createOwner(api.db, api.clock);
  const cursor = nextCursor ?? '';
  assert.deepEqual(findProblemErrors(await ask({ page: { cursor } }, other.key)), [
    '400 foreign_cursor page.cursor',
  ]);
  assert.deepEqual(findProblemErrors(await ask({ nature: ['SALE'], page: { cursor } })), [
    '400 foreign_cursor page.cursor',
  ]);
  assert.deepEqual(findProblemErrors(await ask({ page: { cursor: `${cursor}A` } })), [
    '400 foreign_cursor page.cursor',
  ]);
  assert.equal((await ask({ page: { cursor, size: 3 } })).status, 200);
});

test('an invalid shape is 422 with the reason and its position', async () => {
  const bowTie = [
    [2, 48],
    [3, 49],
    [3, 48],
    [2, 49],
    [2, 48],
  ];
  const shape = (...rings: unknown[]) => ({ geoshape: { type: 'Polygon', coordinates: rings } });
  assert.deepEqual(findProblemErrors(await ask(shape(bowTie))), [
    '422 self_crossing geoshape.coordinates[0]',
  ]);
  assert.deepEqual(findProblemErrors(await ask(shape(bowTie.slice(0, 4)))), [
    '422 unclosed geoshape.coordinates[0]',
  ]);
  assert.deepEqual(findProblemErrors(await ask({ geoshape: { type: 'Point', coordinates: [2, 48] } })), [
    '422 wrong_type geoshape.type',
  ]);
  assert.deepEqual(findProblemErrors(await ask(shape(square(-80, -60, 80, 60)))), ['422 too_large geoshape']);
});

test('ranges that are empty and places that do not exist are 422, unknown members and words 400', async () => {
  assert.deepEqual(findProblemErrors(await ask({ priceAmount: { gte: 2, lte: 1 } })), [
    '422 out_of_range priceAmount.gte',
  ]);
  assert.deepEqual(
    findProblemErrors(await ask({ dateMutation: { after: '2024-02-01', before: '2024-01-01' } })),
    ['422 out_of_range dateMutation.after'],
  );
  assert.deepEqual(findProblemErrors(await ask({ city: divisionId('FR', '75102') })), [
    '422 unknown_division city',
  ]);
  assert.deepEqual(findProblemErrors(await ask({ city: ['x'], district: 7 })), [
    '400 wrong_format city[0]',
    '400 wrong_type district',
  ]);
  assert.deepEqual(findProblemErrors(await ask({ page: { size: 101 } })), ['422 out_of_range page.size']);
  assert.deepEqual(findProblemErrors(await ask({ propertyType: ['CASTLE'] })), [
    '400 unknown_value propertyType[0]',
  ]);
  assert.deepEqual(findProblemErrors(await ask({ prix: 1 })), ['400 unknown_member prix']);
});
