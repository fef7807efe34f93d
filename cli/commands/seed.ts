import { Argument, type Command } from 'commander'
import type { Kernel } from '../../core/context.ts'
import { id, sql } from '../../core/db/sql.ts'
import { scopeSql } from '../../core/resource/scope.ts'
import { confirmByName } from '../ask.ts'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { operatorCtx } from '../operator.ts'
import { leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'
import type { LoadedPlugin } from '../../core/plugin/define.ts'
import { seed } from '../seed.ts'

const sets = ['small', 'demo', 'year'] as const
type Set = (typeof sets)[number]
type SeedOptions = SharedOptions & { confirm?: string; orders?: number }
type Counts = Map<string, number>

/** `stoa seed`: sample data. Existing rows are kept. */
export function command(): Command {
  return leaf('seed', 'Fill in an example shop', 'stoa seed small', 'stoa seed demo --confirm stoa', 'stoa seed year')
    .addArgument(new Argument('<set>', 'How much').choices(sets))
    .option('--confirm <name>', 'Name of the database, when it holds something already')
    .option('--orders <n>', 'About how many orders a year brings (1500 when not said)', wholeNumber)
    .action(async (set: Set, options: SeedOptions) => {
      if (options.orders !== undefined && set !== 'year')
        throw new CliError('usage', '--orders is for a year alone.', { hint: 'stoa seed year --orders 300' })
      await withKernel(options, async (kernel, { plugins: loaded }) => {
        if (set === 'year') await (await import('../year/fill.ts')).refuseYear(kernel)
        const before = await count(kernel)
        const name = await databaseName(kernel)
        const contents = texts(kernel, before)
        if (set === 'year' && contents.length > 0)
          throw new CliError('conflict', `The database ${name} holds a shop already, which would be younger than its own orders.`, {
            hint: 'fill in a year where nothing is yet: STOA_DATA_DIR=./year stoa seed year',
          })
        const plugins = kernel.registry.plugins.filter((p) => p.seed).map((p) => p.id)
        if (contents.length > 0) note(options, `The database ${name} already has ${contents.join(', ')}. Seeding keeps them.`)
        if (options.dryRun) {
          note(options, `Would seed "${set}": ${plugins.join(', ')}.`)
          return dryRunNote(options, { set, plugins, database: name })
        }
        if (contents.length > 0) {
          await confirmByName(options, name, `Type the database name (${name}) to continue`, `stoa seed ${set} --confirm ${name}`)
        }
        const begun = performance.now()
        const added = await fill(kernel, loaded, set, before, options)
        const seconds = (performance.now() - begun) / 1000
        if (options.json) printData(JSON.stringify({ set, database: name, plugins, added, seconds: Number(seconds.toFixed(1)) }))
        else note(options, `✓ Seeded in ${seconds.toFixed(1)} s\nNext: stoa admin create · stoa start`)
      })
    })
}

/** Runs the seed of each plugin and reports what each added. */
async function fill(
  kernel: Kernel,
  plugins: readonly LoadedPlugin[],
  set: Set,
  before: Counts,
  options: SeedOptions,
): Promise<Record<string, number>> {
  const added: Record<string, number> = {}
  if (set === 'year') {
    const { fillYear } = await import('../year/fill.ts')
    await fillYear(kernel, plugins, { orders: options.orders, tell: (line) => note(options, line) })
  } else await seed(operatorCtx(kernel), set, (plugin) => note(options, `✓ ${plugin}`))
  for (const [name, n] of await count(kernel)) if (n > (before.get(name) ?? 0)) added[name] = n - (before.get(name) ?? 0)
  const list = texts(kernel, new Map(Object.entries(added)))
  note(options, list.length > 0 ? `  Added ${list.join(', ')}` : '  Nothing was missing.')
  return added
}

/** Counts the rows of each resource with a list, except the kernel's, which no seed changes, and rows that migrations inserted. */
async function count(kernel: Kernel): Promise<Counts> {
  const counts: Counts = new Map()
  for (const r of kernel.registry.resources.values()) {
    if (r.plugin === 'core' || r.verbs.length === 0) continue
    const row = await kernel.db.one<{ n: number }>(sql`select count(*) as n from ${id(r.table)} t
      where not coalesce(to_jsonb(t)->'ext' ? 'given', false) and ${scopeSql(operatorCtx(kernel), r)}`)
    counts.set(r.name, row?.n ?? 0)
  }
  return counts
}

function texts({ registry, i18n }: Kernel, counts: Counts): string[] {
  return [...counts]
    .filter(([, n]) => n > 0)
    .map(([name, n]) => {
      const r = registry.resource(name)
      return `${n} ${i18n.t('en-US', `${r.plugin}:${r.name}.${n === 1 ? '_label' : '_plural'}`).toLowerCase()}`
    })
}

async function databaseName({ db }: Kernel): Promise<string> {
  return (await db.one<{ name: string }>(sql`select current_database() as name`))?.name ?? ''
}
