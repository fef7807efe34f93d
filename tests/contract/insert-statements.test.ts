import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { definePlugin, extendResource, f, type Hooks } from '../../core/index.ts'
import core from '../../core/kernel/core-plugin.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { projectRoot } from '../../core/root.ts'
import { extractStatements } from '../support/foreign-sql.ts'

/**
 * Only the engine, which runs hooks, and the record writer, which knows fields contributed by other plugins, may insert rows into
 * declared tables. Exceptions: the kernel's own tables have no contributed fields, and the first account is created before the kernel
 * runs.
 */
const exempt = new Set(['core/audit/audit.ts', 'core/file/files.ts', 'core/mail/email.ts', 'cli/first-run.ts', 'cli/owner-role.ts'])
const leftOut = new Set(['admin', 'store', 'tests', 'migrations', 'locales', 'node_modules', 'templates'])

const plugins = (await loadPlugins(listedPlugins([]))).map(({ plugin }) => plugin)
const registry = new Registry([core, ...plugins])
const resources = [...registry.resources.values()]
const tables = new Map(resources.map((r) => [r.table, r]))

const sources = (dir: string): string[] =>
  readdirSync(join(projectRoot(), dir), { withFileTypes: true }).flatMap((entry) => {
    const path = `${dir}/${entry.name}`
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : sources(path)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : []
  })

/** Declared tables that a statement inserts into. */
const insertsIn = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/\binsert\s+into\s+"?([a-z_]+)"?/g)].map((match) => match[1] ?? '').filter((name) => tables.has(name))

test('no handwritten statement inserts into a declared table', () => {
  const found = ['core', 'plugins', 'cli']
    .flatMap(sources)
    .flatMap((file) =>
      exempt.has(file)
        ? []
        : extractStatements(readFileSync(join(projectRoot(), file), 'utf8')).flatMap(({ text, line }) =>
            insertsIn(text).map((name) => `${file}:${line} inserts into ${name}`),
          ),
    )
  expect(found, 'use kernel.resources, or declare a record and use tx.insert').toEqual([])
})

test('an insert statement is recognized however it is written', () => {
  expect(insertsIn('with x as (INSERT INTO "sales_order" (id) values (1)) select 1')).toEqual(['sales_order'])
  expect(insertsIn('insert into cart (id) values (1)')).toEqual([])
})

const writes = [
  'parseInput',
  'beforeValidate',
  'beforeValidateMany',
  'validate',
  'validateMany',
  'afterSave',
  'afterSaveMany',
  'afterImport',
] as const
const transitions = { beforeTransition: () => {}, afterTransition: () => {} }
const fields = { zz_mark: f.text({ default: 'x' }) }

test.each(resources.map((r) => [r.name, r] as const))(
  'write hooks contributed to %s run or stop the start; fields and transition hooks are always allowed',
  (name, r) => {
    const start = (hooks: Hooks) => () =>
      new Registry([
        core,
        ...plugins,
        definePlugin({ id: 'zz_guest', requires: [r.plugin], extend: [extendResource(name, { fields, hooks })] }),
      ])
    const all = Object.fromEntries(writes.map((hook) => [hook, () => {}]))
    if (r.events) for (const hook of writes) expect(start({ [hook]: () => {} })).toThrow(new RegExp(`"${hook}" of plugin "zz_guest"`))
    else expect(start(all)).not.toThrow()
    expect(start(transitions)).not.toThrow()
  },
)
