import type { Command } from 'commander'
import type { Plugin } from '../../core/plugin/define.ts'
import { CliError } from '../errors.ts'
import { family, leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData, printRows } from '../output.ts'
import { completing } from '../words.ts'

const helpers = () => import('../plugins.ts')

const present = async () => (await helpers()).presentPlugins()

/** `stoa plugin`: lists, enables and disables plugins. */
export function command(): Command {
  return family('plugin', 'See and choose the parts of the product', list(), info(), createReasonCommand(), enable(), disable())
}

function list(): Command {
  return leaf('list', 'Show all plugins', 'stoa plugin list').action(async (options: SharedOptions) => {
    const { manifests, namedPlugins, presentPlugins } = await helpers()
    const { listed } = await import('../listed.ts')
    const named = namedPlugins()
    const on = listed()
    const ids = [...named, ...presentPlugins().filter((id) => !named.includes(id))]
    const rows = (await manifests(ids)).map((p) => ({
      id: p.id,
      state: on.includes(p.id) ? 'enabled' : named.includes(p.id) ? 'off by PLUGINS_OFF' : 'disabled',
      requires: p.requires ?? [],
      resources: (p.resources ?? []).map((r) => r.name),
      points: (p.extensionPoints ?? []).map(({ name }) => name),
      offers: (p.contributions ?? []).map((o) => `${o.point}: ${o.name}`),
    }))
    const outputRows = options.json ? rows : rows.map((r) => ({ ...r, requires: r.requires.join(', '), resources: r.resources.join(', ') }))
    printRows(options, ['id', 'state', 'requires', 'resources'], outputRows)
  })
}

function info(): Command {
  return completing(
    leaf('info', 'Show what a plugin brings', 'stoa plugin info forum')
      .argument('<id>', 'As in `stoa plugin list`')
      .action(async (id: string, options: SharedOptions) => {
        const { findManifest, requirePlugin } = await helpers()
        const facts = getFacts(await findManifest(requirePlugin(id)))
        if (options.json) return printData(JSON.stringify({ id, ...facts }))
        for (const [name, list] of Object.entries(facts)) if (list.length > 0) printData(`${`${name}:`.padEnd(16)}${list.join(', ')}`)
      }),
    present,
  )
}

function getFacts(p: Plugin): Record<string, string[]> {
  return {
    requires: [...(p.requires ?? [])],
    after: [...(p.after ?? [])],
    resources: (p.resources ?? []).map((r) => r.name),
    extends: (p.extend ?? []).map((e) => e.resource),
    settings: (p.settings ?? []).map((s) => s.group),
    permissions: [...(p.permissions ?? [])],
    presets: Object.keys(p.presets ?? {}),
    jobs: (p.jobs ?? []).map(({ name, cron }) => (cron ? `${name} (${cron})` : name)),
    'listens to': Object.keys(p.on ?? {}),
    points: (p.extensionPoints ?? []).map(({ name, description }) => `${name} (${description})`),
    offers: (p.contributions ?? []).map((o) => `${o.name} to ${o.point}`),
    checks: Object.keys(p.checks ?? {}),
    'admin screens': (p.admin?.screens ?? []).map((s) => s.path),
    'store screens': (p.store?.screens ?? []).map((s) => s.path),
    slots: [...(p.admin?.slots ?? []), ...(p.store?.slots ?? [])].map((s) => `${s.screen} at ${s.at}`),
    seeds: p.seed ? ['yes'] : [],
  }
}

function createReasonCommand(): Command {
  return completing(
    leaf('why', 'Explain why a plugin is there and what needs it', 'stoa plugin why forum')
      .argument('<id>', 'As in `stoa plugin list`')
      .action(async (id: string, options: SharedOptions) => {
        const { findBreakage, namedPlugins, requirePlugin } = await helpers()
        const { listed } = await import('../listed.ts')
        requirePlugin(id)
        const on = listed()
        const named = namedPlugins().includes(id)
        const state = !named
          ? 'It is not named in stoa.plugins of package.json.'
          : on.includes(id)
            ? 'It is named in stoa.plugins of package.json.'
            : 'PLUGINS_OFF switches it off.'
        const { hard, soft } = await findBreakage(id, on)
        const { manifests } = await helpers()
        const starts = (await manifests([id]))[0]
        const needs = [...(starts?.requires ?? [])]
        if (options.json)
          return printData(
            JSON.stringify({
              id,
              enabled: on.includes(id),
              reason: state,
              requires: needs,
              required_by: hard,
              without: soft,
            }),
          )
        printData(`${id} is ${on.includes(id) ? 'enabled' : 'not enabled'}. ${state}`)
        if (needs.length > 0) printData(`It requires ${needs.join(', ')}.`)
        if (!on.includes(id)) return
        for (const line of hard) printData(`Cannot be taken out: ${line}.`)
        for (const line of soft) printData(`Without it: ${line}.`)
      }),
    present,
  )
}

function enable(): Command {
  return completing(
    leaf('enable', 'Take a plugin in', 'stoa plugin enable forum')
      .argument('<id>', 'As in `stoa plugin list`')
      .action(async (id: string, options: SharedOptions) => {
        const { findIncompatibility, namedPlugins, requirePlugin, writeNamedPlugins } = await helpers()
        requirePlugin(id)
        const before = namedPlugins()
        const after = before.includes(id) ? before : [...before, id]
        const problems = await findIncompatibility(after)
        if (problems.length > 0) throw new CliError('conflict', problems.join('\n'))
        if (options.dryRun) return dryRunNote(options, { plugins: after })
        if (after !== before) writeNamedPlugins(after)
        if (options.json) printData(JSON.stringify({ plugins: after }))
        else
          note(
            options,
            before === after
              ? `${id} is enabled already.`
              : `✓ ${id} enabled\nNext: stoa start (applies its migrations and builds the pages)`,
          )
      }),
    present,
  )
}

function disable(): Command {
  return completing(
    leaf('disable', 'Leave a plugin out; its data stays', 'stoa plugin disable forum --dry-run')
      .argument('<id>', 'As in `stoa plugin list`')
      .action(async (id: string, options: SharedOptions) => {
        const { findBreakage, namedPlugins, requirePlugin, writeNamedPlugins } = await helpers()
        requirePlugin(id)
        const before = namedPlugins()
        if (!before.includes(id)) {
          if (options.json) return printData(JSON.stringify({ plugins: before }))
          return note(options, `${id} is not enabled.`)
        }
        const { hard, soft } = await findBreakage(id, before)
        if (hard.length > 0) {
          throw new CliError('conflict', `${id} cannot be taken out:\n${hard.map((line) => `  ${line}`).join('\n')}`, {
            details: { required_by: hard },
          })
        }
        for (const line of soft) note(options, `  ! ${line}`)
        const after = before.filter((other) => other !== id)
        if (options.dryRun) return dryRunNote(options, { plugins: after, without: soft })
        writeNamedPlugins(after)
        if (options.json) printData(JSON.stringify({ plugins: after, without: soft }))
        else note(options, `✓ ${id} disabled\nNext: stoa start`)
      }),
    present,
  )
}
