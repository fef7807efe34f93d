import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'
import { extractStatements } from '../support/foreign-sql.ts'

const plugins = (await loadPlugins(listedPlugins([]))).map(({ plugin }) => plugin)

/** Resources with a list route, by table. */
const listed = new Map(
  plugins.flatMap(({ resources = [] }) =>
    resources.filter(({ verbs }) => !verbs || verbs.includes('get')).map(({ name, table }) => [table ?? name, name] as const),
  ),
)

/** Scheduled statements outside transactions: no list has to show the deletion at once. */
const outside = new Set(['plugins/people/plugin.ts: sms_message'])
/** Statements whose callers invalidate the count. */
const coveredElsewhere = new Set(['plugins/sales/services/order/order-actions.ts: file'])

const folders = new Set(['admin', 'store', 'tests', 'migrations', 'locales', 'seed'])
const sources = (dir: string): string[] =>
  readdirSync(join(projectRoot(), dir), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return folders.has(entry.name) ? [] : sources(`${dir}/${entry.name}`)
    return /^(?!seed).*(?<!\.test)\.ts$/.test(entry.name) ? [`${dir}/${entry.name}`] : []
  })

/** Finds SQL that inserts or deletes rows of a list without invalidating its count, which would leave the cached count outdated. */
const unsaid = (path: string, source: string) =>
  extractStatements(source)
    .flatMap(({ text }) => [...text.toLowerCase().matchAll(/\b(?:insert into|delete from)\s+"?([a-z_]+)"?/g)])
    .flatMap(([, table = '']) => listed.get(table) ?? [])
    .filter((name) => !source.includes(`invalidate('${name}')`))
    .map((name) => `${path}: ${name}`)

test('code that adds or removes listed rows by SQL invalidates the count', () => {
  const found = sources('plugins').flatMap((path) => unsaid(path, readFileSync(join(projectRoot(), path), 'utf8')))
  expect([...new Set(found)].sort()).toEqual([...outside, ...coveredElsewhere].sort())
})

test('an unreported insert is found', () => {
  expect(unsaid('x.ts', 'await tx.run(sql`insert into sms_message (recipient) values (${to})`)')).toEqual(['x.ts: sms_message'])
})
