import type { Database } from '../../core/db/pool.ts'
import { id, join, sql } from '../../core/db/sql.ts'

/**
 * The clock that is set back. Sessions that have this schema on their path find its `now()` before that of the database, so
 * every statement of the product is told the moment history has come to. Values by default are the exception: they were bound
 * to the real clock when their table was made, and are moved at the end by what the clock noted.
 */
const SCHEMA = 'stoa_year'

/** The address of the same database, seen through the clock. */
export function throughClock(url: string): string {
  const at = new URL(url)
  const options = at.searchParams.get('options')
  at.searchParams.set('options', `${options ? `${options} ` : ''}-c search_path=${SCHEMA},pg_catalog,public -c synchronous_commit=off`)
  return at.href
}

/** Since when a database holds such a year, and whether it came to its end. */
export interface SeedProgress {
  begun: string
  finished: string | null
}

export async function readSeedProgress(db: Database): Promise<SeedProgress | undefined> {
  if (!(await db.one(sql`select 1 from pg_tables where schemaname = ${SCHEMA} and tablename = 'hand'`))) return undefined
  return db.one<SeedProgress>(sql`select begun_at as begun, finished_at as finished from stoa_year.hand`)
}

/** Sets the clock up. Two who begin at once: the second fails, for the schema is there. */
export async function openClock(db: Database, at: Date): Promise<void> {
  await db.pool.query(`
    create schema ${SCHEMA};
    create table ${SCHEMA}.hand (one boolean primary key default true check (one), at timestamptz not null, real timestamptz not null,
      begun_at timestamptz not null default now(), finished_at timestamptz);
    create table ${SCHEMA}.tick (real timestamptz primary key, at timestamptz not null);
    create function ${SCHEMA}.now() returns timestamptz language sql stable as
      $$ select h.at + (pg_catalog.now() - h.real) from ${SCHEMA}.hand h $$;
    create function ${SCHEMA}.was(given timestamptz) returns timestamptz language sql stable as
      $$ select coalesce((select t.at + (given - t.real) from ${SCHEMA}.tick t where t.real <= given order by t.real desc limit 1), given) $$`)
  await db.run(sql`insert into stoa_year.hand (at, real) values (${at}, clock_timestamp())`)
  await setClock(db, at)
}

/** Moves the hand on; never back behind what the last deed took. */
export async function setClock(db: Database, at: Date): Promise<void> {
  await db.run(
    sql`with moved as (update stoa_year.hand set at = greatest(${at}::timestamptz, at + (clock_timestamp() - real)), real = clock_timestamp()
      returning at, real) insert into stoa_year.tick select real, at from moved`,
    'year.clock',
  )
}

/**
 * Moves what was dated by default to its moment, table by table, and takes the clock away. Triggers rest meanwhile: the ledgers
 * refuse every change, and that a row gets its date is no change of what it says.
 */
export async function closeClock(db: Database): Promise<void> {
  const columns = await db.rows<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and c.column_default ~ 'now\\(\\)'
    order by 1, c.ordinal_position`)
  for (const table of new Set(columns.map((c) => c.table))) {
    const own = columns.flatMap((c) => (c.table === table ? [id(c.column)] : []))
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query(`alter table "${table}" disable trigger user`)
      await client.query(sql`update ${id(table)} set ${join(own.map((c) => sql`${c} = stoa_year.was(${c})`))}
        where ${join(
          own.map((c) => sql`${c} >= (select begun_at from stoa_year.hand)`),
          ' or ',
        )}`)
      await client.query(`alter table "${table}" enable trigger user`)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  await db.pool.query(
    `update ${SCHEMA}.hand set finished_at = now(); drop function ${SCHEMA}.now(), ${SCHEMA}.was(timestamptz); drop table ${SCHEMA}.tick`,
  )
}
