import { queryOnce } from './database.ts'

/** A checksum for each table of the product and of the queue, by name: unchanged as long as no row changes. */
export async function tableMarks(url: string): Promise<Record<string, string>> {
  const tables = await queryOnce<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  const marks = await queryOnce<{ name: string; mark: string }>(
    url,
    tables
      .map(({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as mark from ${name} t`)
      .join(' union all '),
  )
  return Object.fromEntries(marks.map(({ name, mark }) => [name, mark]))
}
