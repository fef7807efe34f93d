import type { Command } from 'commander'
import type { Kernel } from '../../core/context.ts'
import type { CompiledField } from '../../core/resource/compile.ts'
import type { Locale } from '../../core/api-types.ts'
import { askSecret, askText, canAsk, readStdin } from '../ask.ts'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { createUnknownNameError } from '../nearest.ts'
import { operatorCtx } from '../operator.ts'
import { family, leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData, printRows } from '../output.ts'
import { getLanguage } from '../language.ts'
import { runInRolledBackTransaction } from '../rehearse.ts'
import { completing } from '../words.ts'

type SetOptions = SharedOptions & { language?: string; stdin?: boolean }

/** Every field of every group that a plugin declares. */
async function settingNames(): Promise<string[]> {
  const { readPlugins } = await import('../paper.ts')
  const { registry } = await readPlugins()
  return [...registry.settings].flatMap(([group, { fields }]) => Object.keys(fields).map((field) => `${group}.${field}`))
}

/** `stoa settings`: reads and changes the settings in the database. */
export function command(): Command {
  return family('settings', 'Read and change the configuration', get(), set())
}

function get(): Command {
  return completing(
    leaf(
      'get',
      'Show settings; secrets only as set or not',
      'stoa settings get',
      'stoa settings get basic',
      'stoa settings get basic.name --language zh-HK',
    )
      .argument('[name]', 'A group, or group.field')
      .option('--language <code>', 'Language of texts; the main one when absent')
      .action(async (name: string | undefined, options: SharedOptions & { language?: string }) => {
        const requestedLanguage = getLanguage(options.language)
        await withKernel(options, async (kernel) => {
          const language = requestedLanguage ?? kernel.settings.mainLanguage
          const [group, field] = name === undefined ? [] : place(kernel, name)
          if (group !== undefined && field !== undefined) {
            const value = kernel.settings.readMasked(group, language)[field.name]
            return printData(options.json || typeof value !== 'string' ? JSON.stringify(value ?? null) : value)
          }
          const groups = group === undefined ? [...kernel.registry.settings.keys()] : [group]
          const values = Object.fromEntries(groups.map((g) => [g, kernel.settings.readMasked(g, language)]))
          if (options.json) return printData(JSON.stringify(group === undefined ? values : values[group]))
          const rows = Object.entries(values).flatMap(([g, fields]) =>
            Object.entries(fields).map(([f, value]) => ({ setting: `${g}.${f}`, value })),
          )
          printRows(options, ['setting', 'value'], rows)
        })
      }),
    settingNames,
  )
}

/** Resolves a settings group or one of its fields. @throws CliError notFound, with the nearest name */
function place(kernel: Kernel, name: string): [string, CompiledField | undefined] {
  const at = name.indexOf('.')
  const group = at < 0 ? name : name.slice(0, at)
  const groups = [...kernel.registry.settings.keys()]
  if (!groups.includes(group)) throw createUnknownNameError('settings group', group, groups, { hint: 'stoa settings get' })
  if (at < 0) return [group, undefined]
  const r = kernel.settings.asResource(group)
  const field = r.byName.get(name.slice(at + 1))
  if (!field)
    throw createUnknownNameError(`setting of ${group} called`, name.slice(at + 1), r.byName.keys(), {
      hint: `stoa settings get ${group}`,
    })
  return [group, field]
}

function set(): Command {
  return completing(
    leaf(
      'set',
      'Change a setting',
      "stoa settings set basic.name 'Harbour Tea'",
      'stoa settings set basic.name 海港茶 --language zh-HK',
      'printf %s "$KEY" | stoa settings set forum.key --stdin',
    )
      .argument('<name>', 'group.field')
      .argument('[value]', 'New value; lists separated by commas, yes or no for switches')
      .option('--language <code>', 'Language of a text that has several; the main one when absent')
      .option('--stdin', 'Read the value from standard input; secrets are never given as an argument')
      .action((name: string, value: string | undefined, options: SetOptions) => run(name, value, options)),
    settingNames,
  )
}

async function run(name: string, value: string | undefined, options: SetOptions): Promise<void> {
  const requestedLanguage = getLanguage(options.language)
  await withKernel(options, async (kernel) => {
    const [group, field] = place(kernel, name)
    if (!field)
      throw new CliError('usage', `${name} is a group: name one field of it.`, {
        hint: `stoa settings get ${group}`,
      })
    const typed = await findValue(field, name, value, options)
    const language = requestedLanguage ?? kernel.settings.mainLanguage
    const before = kernel.settings.readMasked(group, language)[field.name]
    const after = await store(kernel, group, field, parse(field, typed), language, options.dryRun ?? false)
    const answer = { setting: name, old: before ?? null, new: after ?? null }
    note(options, `  ${name}: ${JSON.stringify(answer.old)} → ${JSON.stringify(answer.new)}`)
    if (options.dryRun) return dryRunNote(options, answer)
    if (options.json) printData(JSON.stringify(answer))
    else
      note(
        options,
        `✓ ${name} ${JSON.stringify(answer.old) === JSON.stringify(answer.new) && !field.meta.secret ? 'is that already' : 'changed'}`,
      )
  })
}

async function findValue(field: CompiledField, name: string, value: string | undefined, options: SetOptions): Promise<string> {
  if (options.stdin) return readStdin()
  const example = `printf %s "$VALUE" | stoa settings set ${name} --stdin`
  if (field.meta.secret && value !== undefined)
    throw new CliError('usage', `${name} is a secret and must not be an argument, where others can read it.`, { hint: example })
  if (value !== undefined) return value
  if (!canAsk(options))
    throw new CliError('usage', 'A value or --stdin is required because input is not a terminal.', {
      hint: example,
    })
  return field.meta.secret ? askSecret(name) : askText(name)
}

const words: Record<string, boolean> = {
  yes: true,
  true: true,
  on: true,
  1: true,
  no: false,
  false: false,
  off: false,
  0: false,
}

/** Converts typed text to the value of a field. Invalid values are refused on write. */
function parse(field: CompiledField, typed: string): unknown {
  const { kind, values } = field.meta
  switch (kind) {
    case 'flag':
      return words[typed.trim().toLowerCase()] ?? typed
    case 'int':
    case 'one':
      return typed.trim() === '' ? null : Number(typed)
    case 'tags':
      return typed
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    case 'pick':
      return values?.find((v) => String(v) === typed) ?? typed
    case 'json':
    case 'many':
    case 'rows':
      try {
        return JSON.parse(typed)
      } catch {
        throw new CliError('usage', `${field.name} must be JSON.`)
      }
    default:
      return typed
  }
}

/** Returns the value as stored, or as a dry run would store it. */
async function store(
  kernel: Kernel,
  group: string,
  field: CompiledField,
  value: unknown,
  language: Locale,
  dryRun: boolean,
): Promise<unknown> {
  const ctx = operatorCtx(kernel, language)
  const isCommitted = await runInRolledBackTransaction(kernel, dryRun, (tx) =>
    kernel.settings.writeIn(tx, ctx, group, { [field.name]: value }, language),
  )
  if (!isCommitted) return field.meta.secret ? '•••' : value
  await kernel.settings.load()
  return kernel.settings.readMasked(group, language)[field.name]
}
