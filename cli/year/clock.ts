import type { Database } from '../../core/db/pool.ts'
import { id, join, sql } from '../../core/db/sql.ts'

/**
 * A simulated clock. In sessions with this schema first in the search path, its `now()` hides that of the database, so every
 * statement sees the simulated time. Column defaults are the exception: they are bound to the real `now()`. `closeClock` corrects
 * those values at the end, from the recorded steps.
 */
const SCHEMA = 'stoa_year'

/** URL of the same database with the simulated clock. */
export function throughClock(url: string): string {
  const at = new URL(url)
  const options = at.searchParams.get('options')
  at.searchParams.set('options', `${options ? `${options} ` : ''}-c search_path=${SCHEMA},pg_catalog,public -c synchronous_commit=off`)
  return at.href
}

/** When a database was filled with a sample year, and whether it was completed. */
export interface SeedProgress {
  begun: string
  finished: string | null
}

export async function readSeedProgress(db: Database): Promise<SeedProgress | undefined> {
  if (!(await db.one(sql`select 1 from pg_tables where schemaname = ${SCHEMA} and tablename = 'hand'`))) return undefined
  return db.one<SeedProgress>(sql`select begun_at as begun, finished_at as finished from stoa_year.hand`)
}

/** Creates the clock. Of two concurrent calls the second fails, because the schema exists. */
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

/** Advances the clock, at least by the real time elapsed since the last step. */
export async function setClock(db: Database, at: Date): Promise<void> {
  await db.run(
    sql`with moved as (update stoa_year.hand set at = greatest(${at}::timestamptz, at + (clock_timestamp() - real)), real = clock_timestamp()
      returning at, real) insert into stoa_year.tick select real, at from moved`,
    'year.clock',
  )
}

/**
 * Corrects default timestamps to simulated time, table by table, and drops the clock. Triggers are disabled meanwhile, because
 * append-only tables refuse updates, and correcting a timestamp is not a change of content.
 */
export async function closeClock(db: Database): Promise<void> {
  const columns = await db.rows<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and c.column_default ~ 'now\\(\\)'
    order by 1, c.ordinal_position`)
  for (const table of new Set(columns.map((c) => c.table))) {
    const tableColumns = columns.flatMap((c) => (c.table === table ? [id(c.column)] : []))
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query(`alter table "${table}" disable trigger user`)
      await client.query(sql`update ${id(table)} set ${join(tableColumns.map((c) => sql`${c} = stoa_year.was(${c})`))}
        where ${join(
          tableColumns.map((c) => sql`${c} >= (select begun_at from stoa_year.hand)`),
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
