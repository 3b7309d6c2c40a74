import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDatabase } from '../../test/support/database.ts';
import { dumpSchema } from './schema-text.ts';
import { sql } from './sql.ts';

const everyKind = sql`
  create extension pg_trgm;
  create type mood as enum ('calm', 'it''s busy');
  create domain price as numeric(12, 2) default 0 check (value >= 0);
  create type span as (low int, high int);
  create sequence ticket as int start 5;
  create function half(whole int) returns int language sql immutable as $$ select whole / 2 $$;
  create table owner (id uuid primary key, "Full Name" text collate "C" not null unique);
  create table home (
    id bigint generated always as identity,
    owner_id uuid not null references owner on delete cascade,
    area int default half(100) not null,
    double_area int generated always as (area * 2) stored,
    mood mood not null default 'calm',
    tags text[] not null default '{}',
    seen_at timestamptz(3) default now(),
    constraint sane check (area > 0),
    primary key (owner_id, id)
  ) with (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 90);
  create unique index home_area on home (owner_id, area desc) include (mood) where area > 10;
  create index home_tags on home using gin (tags);
  create index home_half on home (half(area));
  alter index home_half alter column 1 set statistics 0;
  create statistics home_together (dependencies) on area, mood from home;
  comment on table home is 'it''s a home';
  comment on column home.area is 'square metres';
  create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger home_touch before update on home for each row execute function touch();
  alter table home enable row level security;
  create policy mine on home for select using (area > 0);
  create table measure (at date not null, value int) partition by range (at);
  create index measure_value on measure (value);
  create table measure_2024 partition of measure for values from ('2024-01-01') to ('2025-01-01');
  create unlogged table scratch ();
  create view big_home as select id, area from home where area > 100;
  create materialized view home_count as select count(*) as homes from home;
  create unique index home_count_once on home_count (homes);
`;

const asText = `CREATE EXTENSION pg_trgm;

CREATE TYPE mood AS ENUM ('calm', 'it''s busy');

CREATE DOMAIN price AS numeric(12,2) DEFAULT 0 CONSTRAINT price_check CHECK (VALUE >= 0::numeric);

CREATE TYPE span AS (low integer, high integer);

CREATE SEQUENCE ticket AS integer START 5 INCREMENT 1;

CREATE OR REPLACE FUNCTION public.half(whole integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select whole / 2 $function$;

CREATE OR REPLACE FUNCTION public.touch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin return new; end $function$;

CREATE TABLE home (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  owner_id uuid NOT NULL,
  area integer DEFAULT half(100) NOT NULL,
  double_area integer GENERATED ALWAYS AS ((area * 2)) STORED,
  mood mood DEFAULT 'calm'::mood NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  seen_at timestamp(3) with time zone DEFAULT now(),
  CONSTRAINT home_pkey PRIMARY KEY (owner_id, id),
  CONSTRAINT sane CHECK (area > 0),
  CONSTRAINT home_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owner(id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor=0.05, fillfactor=90);
CREATE UNIQUE INDEX home_area ON public.home USING btree (owner_id, area DESC) INCLUDE (mood) WHERE (area > 10);
CREATE INDEX home_half ON public.home USING btree (half(area));
ALTER INDEX home_half ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX home_tags ON public.home USING gin (tags);
CREATE STATISTICS public.home_together (dependencies) ON area, mood FROM home;
CREATE TRIGGER home_touch BEFORE UPDATE ON home FOR EACH ROW EXECUTE FUNCTION touch();
ALTER TABLE home ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON home AS PERMISSIVE FOR SELECT TO public USING ((area > 0));
COMMENT ON TABLE home IS 'it''s a home';
COMMENT ON COLUMN home.area IS 'square metres';

CREATE TABLE measure (
  at date NOT NULL,
  value integer
) PARTITION BY RANGE (at);
CREATE INDEX measure_value ON ONLY public.measure USING btree (value);

CREATE TABLE measure_2024 PARTITION OF measure FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');

CREATE TABLE owner (
  id uuid NOT NULL,
  "Full Name" text COLLATE "C" NOT NULL,
  CONSTRAINT owner_pkey PRIMARY KEY (id),
  CONSTRAINT "owner_Full Name_key" UNIQUE ("Full Name")
);

CREATE UNLOGGED TABLE scratch ();
`;

test('every kind of object of the schema is printed, and nothing of an extension', async (t) => {
  const { db } = await emptyDatabase(t);
  await db.rows(everyKind);
  const text = await dumpSchema(db);
  const views = text.indexOf('\nCREATE VIEW');
  assert.equal(text.slice(0, views), asText);
  assert.match(
    text.slice(views),
    /^\nCREATE VIEW big_home AS\n[^;]*;\n\nCREATE MATERIALIZED VIEW home_count AS\n[^;]*;\n/,
  );
  assert.ok(text.endsWith('CREATE UNIQUE INDEX home_count_once ON public.home_count USING btree (homes);\n'));
});

test('the order of creation does not show', async (t) => {
  const one = await emptyDatabase(t);
  await one.db.rows(
    sql`create table a (x int, y int); create index on a (x); create index on a (y); create table b ();`,
  );
  const other = await emptyDatabase(t);
  await other.db.rows(
    sql`create table b (); create table a (x int, y int); create index on a (y); create index on a (x);`,
  );
  assert.equal(await dumpSchema(one.db), await dumpSchema(other.db));
});

test('rows do not show and a changed default does', async (t) => {
  const { db } = await emptyDatabase(t);
  await db.rows(sql`create table a (x int default 1)`);
  const before = await dumpSchema(db);
  await db.rows(sql`insert into a default values`);
  assert.equal(await dumpSchema(db), before);
  await db.rows(sql`alter table a alter column x set default 2`);
  assert.notEqual(await dumpSchema(db), before);
});
