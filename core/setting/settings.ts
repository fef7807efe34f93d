import { isSealed, SEALED, unseal } from '../access/seal.ts'
import type { Ctx, Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { findUnguarded } from '../fields/guards.ts'
import type { Fields } from '../fields/types.ts'
import { recordAudit } from '../audit/audit.ts'
import { pickTranslation, isLocale } from '../i18n/locale.ts'
import type { Change } from '../resource/changes.ts'
import { compileResource, type Resource } from '../resource/compile.ts'
import { rejectMissingFiles } from '../resource/file-paths.ts'
import { parseAndCheck, Problems } from '../resource/parse-input.ts'
import { rejectDecimals } from '../resource/whole-amounts.ts'
import type { Locale } from '../api-types.ts'
import { readBaseCurrency } from './base-currency.ts'
import { basic } from './basic.ts'
import type { DeclaredSettings } from './define.ts'

type Stored = Record<string, unknown>

declare module '../context.ts' {
  interface Kernel {
    readonly settings: Settings
  }
}

/**
 * The settings of all groups. Reads use a snapshot in this process, which is reloaded when any process changes a setting.
 * Per-language fields are returned in one language.
 */
export class Settings {
  readonly #from: Pick<Kernel, 'registry' | 'db' | 'config'>
  #values = new Map<string, Stored>()
  /** Typed groups, cached until the next load. */
  readonly #typed = new Map<string, Stored>()

  constructor(from: Pick<Kernel, 'registry' | 'db' | 'config'>) {
    this.#from = from
  }

  /** Reloads all groups. */
  async load(): Promise<void> {
    const rows = await this.#from.db.rows<{ name: string; value: Stored }>(sql`select name, value from setting`)
    this.#values = new Map(rows.map((r) => [r.name, this.#opened(r.name, r.value)]))
    this.#typed.clear()
  }

  #fields(group: string): Fields {
    return this.#from.registry.settings.get(group)?.fields ?? {}
  }

  /** Decrypts the secrets of stored values; one that no key fits counts as not set. */
  #opened(group: string, stored: Stored): Stored {
    const fields = this.#fields(group)
    const open = (name: string, value: unknown) =>
      fields[name]?.['x-field'].secret && typeof value === 'string' && isSealed(value) ? unseal(this.#from.config, SEALED, value) : value
    return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, open(name, value)]))
  }

  /** The site's main language. */
  get mainLanguage(): Locale {
    const value = this.#values.get('basic')?.main_language ?? basic.fields.main_language['x-field'].default
    return isLocale(value) ? value : 'en-US'
  }

  /** Typed values of a group with defaults; the same object until a value changes. */
  of<F extends Fields>(group: DeclaredSettings<F>, language: Locale = this.mainLanguage): Readonly<DeclaredSettings<F>['Values']> {
    return this.named(group.group, language) as DeclaredSettings<F>['Values']
  }

  /** Like `of`, by the name of a group, for code without its declaration; empty when no plugin declares it. */
  named(group: string, language: Locale = this.mainLanguage): Readonly<Stored> {
    const key = `${group} ${language}`
    const cached = this.#typed.get(key) ?? this.read(group, language)
    this.#typed.set(key, cached)
    return cached
  }

  /** Values of a group by name, in one language, or per-language maps with `*`. Includes secrets: never send them to a client. */
  read(group: string, language: Locale | '*', stored: Stored = this.#values.get(group) ?? {}): Stored {
    const out: Stored = {}
    for (const [name, field] of Object.entries(this.#fields(group))) {
      const meta = field['x-field']
      const storedValue = stored[name]
      // An emptied nullable value stays empty; the default applies only when nothing was stored.
      const value = storedValue === undefined || (storedValue === null && !meta.nullable) ? (meta.default ?? null) : storedValue
      if (!meta.localized || language === '*')
        out[name] = meta.localized ? (typeof value === 'object' ? (value ?? {}) : { [this.mainLanguage]: value }) : value
      else out[name] = value !== null && typeof value === 'object' ? pickTranslation(value, language, this.mainLanguage) : (value ?? '')
    }
    return out
  }

  /** The public values of a group. */
  open(group: string, language: Locale): Stored {
    const fields = this.#fields(group)
    return Object.fromEntries(Object.entries(this.read(group, language)).filter(([name]) => fields[name]?.['x-field'].open))
  }

  /** A group as staff see it: for secrets, whether they are set and their last four characters. */
  readMasked(group: string, language: Locale | '*'): Stored {
    const fields = this.#fields(group)
    return Object.fromEntries(
      Object.entries(this.read(group, language)).map(([name, value]) => {
        if (!fields[name]?.['x-field'].secret) return [name, value]
        const secret = typeof value === 'string' ? value : ''
        return [name, { set: secret !== '', ...(secret.length >= 12 && !secret.startsWith('-----') ? { last4: secret.slice(-4) } : {}) }]
      }),
    )
  }

  /** A group as a resource, for forms and validation. */
  asResource(group: string): Resource {
    const declared = this.#from.registry.settings.get(group)
    if (!declared) throw new Error(`No enabled plugin declares the settings group "${group}"`)
    return compileResource(declared.plugin, { name: `setting_${group}`, verbs: [], fields: declared.fields } as never, [])
  }

  /** Changes the given fields of a group. @throws AppError INVALID by field. */
  async write(kernel: Kernel, ctx: Ctx, group: string, input: Record<string, unknown>, language: Locale): Promise<void> {
    await kernel.transaction((tx) => this.writeIn(tx, ctx, group, input, language))
    await this.load()
  }

  async writeIn(tx: Tx, ctx: Ctx, group: string, input: Record<string, unknown>, language: Locale): Promise<void> {
    const r = this.asResource(group)
    const row = await tx.one<{ value: Stored }>(sql`insert into setting (name, value) values (${group}, '{}'::jsonb)
      on conflict (name) do update set name = excluded.name returning value`)
    const before = row?.value ?? {}
    const old = this.read(group, '*', this.#opened(group, before))
    const values = await parseAndCheck(ctx, this.#from.registry, r, input, { mode: 'update', language, old })
    const problems = new Problems()
    const taking = { registry: this.#from.registry, ctx, language, problems }
    await rejectMissingFiles(taking, r, values, { old, tx })
    rejectDecimals(taking, r, values, { old, currency: readBaseCurrency({ settings: this }) })
    const changed = (name: string) => JSON.stringify(values[name] ?? null) !== JSON.stringify(old[name] ?? null)
    for (const [name, problem] of Object.entries(findUnguarded(r.fields, { old, input: values, changed, config: ctx.kernel.config })))
      problems.add(name, problem)
    problems.settle()
    const after: Stored = { ...before }
    const changes: Change[] = []
    for (const { name: field, meta } of r.fields) {
      const was = before[field]
      if (values[field] === undefined) continue
      const value = meta.localized ? { ...(typeof was === 'object' ? was : {}), ...(values[field] as object) } : values[field]
      if (JSON.stringify(value) === JSON.stringify(was)) continue
      after[field] = value
      changes.push(meta.secret ? { field, old: '•••', new: '•••' } : { field, old: was ?? null, new: value })
    }
    if (changes.length === 0) return
    const toTypedValues = (stored: Stored) => this.read(group, language, this.#opened(group, stored)) as never
    const change = { db: tx, ctx, old: toTypedValues(before), next: toTypedValues(after) }
    await this.#from.registry.settings.get(group)?.check?.(change)
    for (const plugin of this.#from.registry.plugins) await plugin.checkSettings?.[group]?.(change)
    await tx.run(sql`update setting set value = ${JSON.stringify(after)}::jsonb, updated_at = now() where name = ${group}`)
    await recordAudit(tx, ctx, { resource: `setting ${group}`, rowId: null, verb: 'update', changes })
    tx.invalidate('setting')
    // Notifies in the transaction: other processes cache settings without expiry.
    await tx.run(sql`select pg_notify('stoa_changed', 'setting')`)
  }
}
