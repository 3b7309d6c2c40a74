import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { importContents } from '../../../test/support/import-contents.ts';
import { sql } from '../../db/sql.ts';
import { addressImport } from '../import-addresses.ts';
import { certificateImport } from '../import-certificates.ts';

const { db } = await freshDatabase({ after });

test('a street of addok gives one address for each of its numbers; other entries are skipped', async () => {
  const lines = [
    { type: 'municipality', id: '75107', name: 'Paris 7e', postcode: ['75007'], citycode: '75107' },
    {
      type: 'street',
      id: '75107_2158',
      name: 'Rue Cler',
      postcode: '75007',
      citycode: ['75056', '75107'],
      housenumbers: {
        12: { id: '75107_2158_00012', lon: 2.3055, lat: 48.857 },
        '12bis': { id: '75107_2158_00012_bis', lon: 2.3056, lat: 48.8571 },
        bis: { lon: 2.3, lat: 48.8 },
      },
    },
    {
      type: 'street',
      id: '75107_0001',
      name: 'Rue Sans Code',
      postcode: '75007',
      citycode: 'Paris',
      housenumbers: {},
    },
  ].map((line) => JSON.stringify(line));
  const report = await importContents(db, addressImport, [...lines, '{"type": "street"'].join('\n'));
  assert.deepEqual([report.format, report.rows, report.accepted], ['addok', 4, 2]);
  assert.deepEqual(report.faults, {
    'no house number': { count: 1, first: 'line 2, column housenumbers: "bis"' },
    'no code of a commune': { count: 1, first: 'line 3, column citycode: "Paris"' },
    'no JSON': { count: 1, first: 'line 4' },
  });
  assert.deepEqual(
    await db.rows(sql`
      select name, city_code, postal_code, number, suffix, longitude, latitude
      from house_number join street using (street_id) order by suffix`),
    ['', 'bis'].map((suffix, at) => ({
      name: 'Rue Cler',
      city_code: '75107',
      postal_code: '75007',
      number: 12,
      suffix,
      longitude: 2_305_500 + 100 * at,
      latitude: 48_857_000 + 100 * at,
    })),
  );
});

test('an address is the same in both editions of the base', async () => {
  const csv = [
    'id;numero;rep;nom_voie;code_postal;code_insee;lon;lat',
    '75107_2158_00012_bis;12;bis;Rue Cler;75007;75107;2.3056;48.8571',
  ];
  assert.equal((await importContents(db, addressImport, csv.join('\n'))).changed, 0);
});

test('certificates from before July 2021 are read by their own columns', async () => {
  const file = [
    'numero_dpe,date_etablissement_dpe,consommation_energie,classe_consommation_energie,estimation_ges,classe_estimation_ges,annee_construction,surface_thermique_lot,latitude,longitude,tr002_type_batiment_description,code_insee_commune_actualise,geo_adresse,geo_score',
    '1975V2000123A,2019-05-06,212.4,D,12.6,C,1965,54.3,48.857,2.3055,Logement,75107,12 bis Rue Cler 75007 Paris,0.91',
    '1975V1000124B,1899-12-30,,N,,N,,,,,Maison Individuelle,75107,Rue Cler 75007 Paris,0.6',
    '1975V2000125C,2019-05-06,beaucoup,D,12,C,1965,54.3,48.857,2.3055,Logement,75107,,',
  ];
  const report = await importContents(db, certificateImport, file.join('\n'));
  assert.deepEqual([report.format, report.rows, report.accepted], ['dpe-before-2021', 3, 2]);
  assert.deepEqual(report.faults, {
    'no number': { count: 1, first: 'line 4, column consommation_energie: "beaucoup"' },
  });
  assert.deepEqual(
    await db.rows(sql`
      select certificate_id, kind, energy_rating, ghg_rating, energy_value, ghg_value, area, established_on::text,
        construction_year, postal_code, street_number, street_name, address_score
      from certificate order by certificate_id desc`),
    [
      {
        certificate_id: '1975V2000123A',
        kind: 'F',
        energy_rating: 'D',
        ghg_rating: 'C',
        energy_value: 212,
        ghg_value: 13,
        area: 54.3,
        established_on: '2019-05-06',
        construction_year: 1965,
        postal_code: '75007',
        street_number: '12 bis',
        street_name: 'Rue Cler',
        address_score: 91,
      },
      {
        certificate_id: '1975V1000124B',
        kind: 'H',
        energy_rating: 'N',
        ghg_rating: 'N',
        energy_value: null,
        ghg_value: null,
        area: null,
        established_on: null,
        construction_year: null,
        postal_code: '75007',
        street_number: null,
        street_name: 'Rue Cler',
        address_score: 60,
      },
    ],
  );
});

test('an invalid value in a certificate from 2021 to 2025 is reported with the column as the file spells it', async () => {
  const file = [
    'N°DPE,Date_établissement_DPE,Etiquette_DPE,Etiquette_GES,Conso_5_usages_par_m²_é_primaire,Surface_habitable_logement,Code_postal_(BAN),Code_INSEE_(BAN)',
    '2475E0000001A,2024-02-30,D,C,212,54.3,75007,75107',
    '2475E0000002A,2024-02-20,H,C,212,54.3,75007,75107',
    '2475E0000003A,2024-02-20,D,C,beaucoup,54.3,75007,75107',
    '2475E0000004A,2024-02-20,D,C,212,54.3,7500X,75107',
    '2475E0000005A,2024-02-20,D,C,212,54.3,75007,Paris',
    '?,2024-02-20,D,C,212,54.3,75007,75107',
    '2475E0000006A,2024-02-20,D,C,212,54.3,75007,75107',
  ];
  const report = await importContents(db, certificateImport, file.join('\n'));
  assert.deepEqual([report.format, report.rows, report.accepted], ['dpe-2021', 7, 1]);
  assert.deepEqual(report.faults, {
    'no date': { count: 1, first: 'line 2, column Date_établissement_DPE: "2024-02-30"' },
    'no letter from A to G': { count: 1, first: 'line 3, column Etiquette_DPE: "H"' },
    'no number': { count: 1, first: 'line 4, column Conso_5_usages_par_m²_é_primaire: "beaucoup"' },
    'no postal code': { count: 1, first: 'line 5, column Code_postal_(BAN): "7500X"' },
    'no code of a commune': { count: 1, first: 'line 6, column Code_INSEE_(BAN): "Paris"' },
    'no number of a certificate': { count: 1, first: 'line 7, column N°DPE: "?"' },
  });
});
