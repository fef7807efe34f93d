import { type Command, Option } from 'commander'
import { confirm } from '../ask.ts'
import { CliError } from '../errors.ts'
import { type CommandContext, withDatabase } from '../kernel.ts'
import { createUnknownNameError } from '../nearest.ts'
import { family, leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { dryRunNote, note, printData, printRows } from '../output.ts'

/** `stoa migrate`: migrations, without starting the product. */
export function command(): Command {
  return family('migrate', 'Bring the tables up to date, or back', up(), status(), down())
}

async function findEntries({ plugins, url }: CommandContext) {
  const [{ migrationStatus }, { migrationSources }] = await Promise.all([import('../migrate/migrate.ts'), import('../start/boot.ts')])
  return migrationStatus({ url, sources: migrationSources(plugins) })
}

function up(): Command {
  return leaf('up', 'Apply what is pending', 'stoa migrate up', 'stoa migrate up --dry-run').action(async (options: SharedOptions) => {
    await withDatabase(options, async (ground) => {
      if (options.dryRun) {
        const pending = (await findEntries(ground)).filter((e) => e.state === 'pending').map((e) => e.name)
        for (const name of pending) note(options, `  + ${name}`)
        return dryRunNote(options, { pending })
      }
      const { prepareDatabase } = await import('../start/boot.ts')
      const applied = await prepareDatabase(ground.url, ground.plugins, (line) => note(options, line))
      for (const name of applied) note(options, `  + ${name}`)
      if (options.json) printData(JSON.stringify({ applied }))
      else note(options, applied.length > 0 ? `✓ ${applied.length} applied` : 'Everything is applied already.')
    })
  })
}

function status(): Command {
  return leaf('status', 'Show where every migration stands', 'stoa migrate status').action(async (options: SharedOptions) => {
    const entries = await withDatabase(options, findEntries)
    printRows(
      options,
      ['name', 'state', 'at'],
      entries.map(({ name, state, at }) => ({ name, state, at: at ?? null })),
    )
    const pending = entries.filter((e) => e.state === 'pending').length
    note(options, pending > 0 ? `${pending} pending. Next: stoa migrate up` : 'Nothing is pending.')
  })
}

function down(): Command {
  return leaf('down', 'Undo the last migrations', 'stoa migrate down', 'stoa migrate down --steps 2 --yes', 'stoa migrate down --of repair')
    .addOption(new Option('--steps <n>', 'How many').argParser(wholeNumber).default(1))
    .addOption(new Option('--of <plugin>', 'All of this plugin, and no others').conflicts('steps'))
    .action(async (options: SharedOptions & { steps: number; of?: string }) => {
      await withDatabase(options, async (ground) => {
        const { chooseToUndo, rollback } = await import('../migrate/migrate.ts')
        const target = options.of === undefined ? { steps: options.steps } : { of: options.of }
        const ids = ground.plugins.map(({ plugin }) => plugin.id)
        if (options.of !== undefined && !ids.includes(options.of))
          throw createUnknownNameError('plugin', options.of, ids, { hint: 'stoa plugin list' })
        const entries = await findEntries(ground)
        if (options.of !== undefined) await mustStandAlone(options.of, entries)
        const applied = entries.filter((e) => e.state === 'applied').map((e) => e.name)
        const names = chooseToUndo(applied.toReversed(), target)
        if (names.length === 0) throw new CliError('conflict', 'Nothing is applied that could be undone.')
        for (const name of names) note(options, `  - ${name}`)
        if (options.dryRun) return dryRunNote(options, { undone: names })
        if (!(await confirm(options, 'Undo this? What is in these tables and columns is lost.', 'stoa migrate down --yes'))) return
        const { migrationSources } = await import('../start/boot.ts')
        const undone = await rollback({
          url: ground.url,
          sources: migrationSources(ground.plugins),
          ...target,
          log: (line) => note(options, line),
        })
        const rolledBack = ground.plugins.find(({ plugin }) => plugin.id === options.of)?.plugin
        const files = rolledBack
          ? await (await import('../migrate/dropped-files.ts')).dropPluginFiles(ground.config, ground.url, rolledBack)
          : 0
        if (files > 0) note(options, `${files} private files of its rows are gone with them.`)
        const roles = rolledBack ? await withoutRights(ground, rolledBack.id) : 0
        if (roles > 0) note(options, `${roles} roles held permissions of it, and hold them no more.`)
        const fields = rolledBack ? await (await import('../migrate/dropped-fields.ts')).dropPluginFields(ground.url, rolledBack.id) : 0
        if (fields > 0) note(options, `${fields} rows of others held values of its fields, and hold them no more.`)
        if (options.json) printData(JSON.stringify({ undone, ...(rolledBack ? { files, roles, fields } : {}) }))
        else note(options, `✓ ${undone.length} undone. The next start applies them again; to stay back, install the older version.`)
      })
    })
}

/** Refuses to roll back a plugin whose tables other plugins may refer to: the rollback would fail halfway. @throws CliError */
async function mustStandAlone(pluginId: string, entries: readonly { name: string; state: string }[]): Promise<void> {
  const { manifests, presentPlugins } = await import('../plugins.ts')
  // A migration source is a plugin, or its integration with another one: `booking`, `booking+catalogue`.
  const made = new Set(entries.filter(({ state }) => state !== 'pending').map(({ name }) => name.split('/')[0] ?? ''))
  const others = await manifests(
    presentPlugins().filter((id) => id !== pluginId && [...made].some((source) => source.split('+')[0] === id)),
  )
  const above = others
    .filter(({ id, requires }) => made.has(`${id}+${pluginId}`) || (made.has(id) && requires?.includes(pluginId)))
    .map(({ id }) => id)
  if (above.length > 0)
    throw new CliError(
      'conflict',
      `What ${pluginId} made cannot be undone while there is what was made on top of it by ${above.join(', ')}.`,
      {
        hint: `stoa migrate down --of ${above.at(-1)}`,
      },
    )
}

async function withoutRights({ plugins, url }: CommandContext, id: string): Promise<number> {
  const { dropRights, getRights } = await import('../migrate/dropped-rights.ts')
  return dropRights(
    url,
    getRights(
      plugins.map(({ plugin }) => plugin),
      id,
    ),
  )
}
