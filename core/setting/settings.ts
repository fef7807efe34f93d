import type { Ctx, Kernel } from '../context.ts'
import { type Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import { unguarded } from '../fields/guards.ts'
import type { Fields } from '../fields/types.ts'
import { invalid } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import { record } from '../audit/audit.ts'
import { textIn, isLocale } from '../i18n/locale.ts'
import { compileResource, type Resource } from '../resource/compile.ts'
import { checked } from '../resource/take.ts'
import type { Locale } from '../wire.ts'
import { basic } from './basic.ts'
import type { DeclaredSettings } from './define.ts'

type Stored = Record<string, unknown>

declare module '../context.ts' {
  interface Kernel {
    readonly settings: Settings
  }
}

/**
 * The settings of all groups. Reads come from a snapshot of this process that is renewed as soon as any
 * process changes a setting; per-language fields are answered in one language.
 */
export class Settings {
  readonly #registry: Registry
  readonly #db: Db
  #values = new Map<string, Stored>()

  constructor(registry: Registry, db: Db) {
    this.#registry = registry
    this.#db = db
  }

  /** Reads all groups again. */
  async load(): Promise<void> {
    const rows = await this.#db.rows<{ name: string; value: Stored }>(sql`select name, value from setting`)
    this.#values = new Map(rows.map((r) => [r.name, r.value]))
  }

  /** The site's main language. */
  get main(): Locale {
    const value = this.#values.get('basic')?.main_language ?? basic.fields.main_language['x-field'].default
    return isLocale(value) ? value : 'en-US'
  }

  /** Typed values of a group, defaults filled in. */
  of<F extends Fields>(group: DeclaredSettings<F>, language: Locale = this.main): DeclaredSettings<F>['Values'] {
    return this.read(group.group, language) as DeclaredSettings<F>['Values']
  }

  /** Values of a group by name, in one language, or per-language maps with `*`. Secrets are included: never answer this to a client. */
  read(group: string, language: Locale | '*', stored: Stored = this.#values.get(group) ?? {}): Stored {
    const declared = this.#registry.settings.get(group)
    const out: Stored = {}
    for (const [name, field] of Object.entries((declared?.fields ?? {}) as Fields)) {
      const meta = field['x-field']
      const value = stored[name] ?? meta.default ?? null
      if (!meta.localized || language === '*')
        out[name] = meta.localized ? (typeof value === 'object' ? (value ?? {}) : { [this.main]: value }) : value
      else out[name] = value !== null && typeof value === 'object' ? textIn(value, language, this.main) : (value ?? '')
    }
    return out
  }

  /** What the public may read of a group. */
  open(group: string, language: Locale): Stored {
    const fields = (this.#registry.settings.get(group)?.fields ?? {}) as Fields
    const all = this.read(group, language)
    return Object.fromEntries(Object.entries(all).filter(([name]) => fields[name]?.['x-field'].open))
  }

  /** A group as staff see it: secrets only as set or not set with their last four characters. */
  shown(group: string, language: Locale | '*'): Stored {
    const fields = (this.#registry.settings.get(group)?.fields ?? {}) as Fields
    return Object.fromEntries(
      Object.entries(this.read(group, language)).map(([name, value]) => {
        if (!fields[name]?.['x-field'].secret) return [name, value]
        const secret = typeof value === 'string' ? value : ''
        return [name, { set: secret !== '', ...(secret.length >= 12 && !secret.startsWith('-----') ? { last4: secret.slice(-4) } : {}) }]
      }),
    )
  }

  /** A group in the shape of a resource, for forms and validation. */
  asResource(group: string): Resource {
    const declared = this.#registry.settings.get(group)
    if (!declared) throw new Error(`No enabled plugin declares the settings group "${group}"`)
    return compileResource(declared.plugin, { name: `setting_${group}`, verbs: [], fields: declared.fields } as never, [])
  }

  /** Changes the given fields of a group. @throws Failed INVALID by field. */
  async write(kernel: Kernel, ctx: Ctx, group: string, input: Record<string, unknown>, language: Locale): Promise<void> {
    await kernel.work((tx) => this.writeIn(tx, ctx, group, input, language))
    await this.load()
  }

  async writeIn(tx: Tx, ctx: Ctx, group: string, input: Record<string, unknown>, language: Locale): Promise<void> {
    const r = this.asResource(group)
    const sent = Object.fromEntries(Object.entries(input).filter(([name, value]) => !isSecretView(r, name, value)))
    await tx.run(sql`insert into setting (name, value) values (${group}, '{}'::jsonb) on conflict do nothing`)
    const before = (await tx.one<{ value: Stored }>(sql`select value from setting where name = ${group} for update`))?.value ?? {}
    const old = this.read(group, '*', before)
    const values = await checked(ctx, this.#registry, r, sent, { mode: 'update', language, old })
    const changed = (name: string) => JSON.stringify(values[name] ?? null) !== JSON.stringify(old[name] ?? null)
    const problems = unguarded(r.fields, { old, input: values, changed, config: ctx.kernel.config })
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const after: Stored = { ...before }
    for (const f of r.fields) {
      const value = values[f.name]
      if (value === undefined) continue
      after[f.name] = f.meta.localized
        ? { ...(typeof before[f.name] === 'object' ? (before[f.name] as object) : {}), ...(value as object) }
        : value
    }
    const changes = Object.keys(after)
      .filter((k) => JSON.stringify(after[k]) !== JSON.stringify(before[k]))
      .map((k) => {
        const hidden = r.byName.get(k)?.meta.secret
        return { field: k, old: hidden ? '•••' : (before[k] ?? null), new: hidden ? '•••' : after[k] }
      })
    if (changes.length === 0) return
    const change = { db: tx, ctx, old: this.read(group, language, before) as never, next: this.read(group, language, after) as never }
    await this.#registry.settings.get(group)?.check?.(change)
    for (const plugin of this.#registry.plugins) await plugin.checkSettings?.[group]?.(change)
    await tx.run(sql`update setting set value = ${JSON.stringify(after)}::jsonb, updated_at = now() where name = ${group}`)
    await record(tx, ctx, { resource: `setting ${group}`, rowId: null, verb: 'update', changes })
    tx.touch('setting')
  }
}

/** The masked view of a secret that a form sends back unchanged. */
function isSecretView(r: Resource, name: string, value: unknown): boolean {
  return r.byName.get(name)?.meta.secret === true && value !== null && typeof value === 'object'
}
