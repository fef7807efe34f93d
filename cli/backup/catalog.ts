import type { Client } from 'pg'
import { HISTORY_TABLE } from '../migrate/history.ts'
import { fullName, type Sequence, type TableShape } from './contents.ts'

/** Schemas with data: ours, and that of the job queue. */
export const SCHEMAS = ['public', 'graphile_worker']

/** Migration histories are created by migrating, not copied. */
const MADE = [`public.${HISTORY_TABLE}`, `public.${HISTORY_TABLE}_lock`, 'graphile_worker.migrations']

const ours = `c.relnamespace = any($1::regnamespace[]) and not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/**
 * Sets session options, so that values are written the same way whatever the server's configuration and version, and disables the
 * statement timeout.
 */
export async function speakPlainly(client: Client): Promise<void> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'; set xmloption = 'content';
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`)
}

export async function findTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relnamespace::regnamespace::text as schema, c.relname as name, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c where c.relkind = 'r' and ${ours} order by 1, c.relname collate "C"`,
    [await findSchemas(client)],
  )
  return rows.filter((table) => !MADE.includes(fullName(table)))
}

export async function findSequences(client: Client): Promise<Sequence[]> {
  const schemas = await findSchemas(client)
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select c.relnamespace::regnamespace::text as schema, c.relname as name from pg_class c where c.relkind = 'S' and ${ours} order by 1, 2`,
    [schemas],
  )
  const found: Sequence[] = []
  for (const { schema, name } of rows) {
    const { rows: at } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(client, schema, name)}`,
    )
    found.push({ schema, name, last: at[0]?.last ?? '1', called: at[0]?.called ?? false })
  }
  return found
}

async function findSchemas(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select nspname::text as name from pg_namespace where nspname = any($1)', [SCHEMAS])
  return rows.map(({ name }) => name)
}

export const quoted = (client: Client, ...names: string[]): string => names.map((name) => client.escapeIdentifier(name)).join('.')

/** Select of all rows of a table in an order that is the same on every server: by primary key, text by code point. */
export async function orderedSelect(client: Client, table: TableShape): Promise<string> {
  const { rows } = await client.query<{ name: string; text: boolean }>(
    `select a.attname::text as name, a.attcollation <> 0 as text
      from pg_index i, unnest(i.indkey) with ordinality k(num, at) join pg_attribute a on a.attnum = k.num
      where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid order by k.at`,
    [quoted(client, table.schema, table.name)],
  )
  const key = rows.map(({ name, text }) => `t.${quoted(client, name)}${text ? ' collate "C"' : ''}`)
  const columns = table.columns.map((name) => `t.${quoted(client, name)}`)
  return `select ${columns.join(', ')} from ${quoted(client, table.schema, table.name)} t order by ${key.length > 0 ? key.join(', ') : '(t.*)::text collate "C"'}`
}
