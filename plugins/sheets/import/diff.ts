import { type Ctx, AppError, fieldLabel, languages, type Locale, type Row } from 'stoa'
import { type Change, parseAndCheck, compareValue, type CompiledField, type Resource, type Values } from 'stoa/engine'
import type { CellChange } from '../api-types.ts'

/** Whether a write with this input would change nothing, so that the row can be skipped. */
export async function isUnchanged(ctx: Ctx, r: Resource, input: Record<string, unknown>, old: Row, language: Locale): Promise<boolean> {
  if (Object.keys(input).length === 0) return true
  try {
    return equals(ctx, r, await parseAndCheck(ctx, ctx.kernel.registry, r, input, { mode: 'update', language, typed: true, old }), old)
  } catch (error) {
    // A hook may fix a value that is invalid here, so the write decides.
    if (error instanceof AppError) return false
    throw error
  }
}

function equals(ctx: Ctx, r: Resource, values: Values, old: Row): boolean {
  return r.fields.every((f) => {
    const value = values[f.name]
    if (value === undefined) return true
    if (f.meta.kind === 'rows') return sameRows(ctx, f, value as Values[], (old[f.name] ?? []) as Row[])
    return f.meta.kind === 'many'
      ? JSON.stringify(old[f.name] ?? []) === JSON.stringify(value)
      : compareValue(f, old[f.name], value).length === 0
  })
}

function sameRows(ctx: Ctx, f: CompiledField, list: readonly Values[], before: readonly Row[]): boolean {
  const rowsById = new Map(before.map((row) => [row.id, row]))
  const child = ctx.kernel.registry.resource(f.meta.to ?? '')
  return (
    rowsById.size === list.length &&
    list.every((values) => {
      const row = rowsById.get(Number(values.id))
      return row !== undefined && equals(ctx, child, values, row)
    })
  )
}

/** Adds the labels of fields to the changes of a write. */
export class Labeller {
  readonly #ctx: Ctx
  readonly #locale: Locale
  readonly #labels = new Map<string, string>()

  constructor(ctx: Ctx, locale: Locale) {
    this.#ctx = ctx
    this.#locale = locale
  }

  /** `name` returns the display name of a related row. */
  cells(r: Resource, changes: readonly Change[], name: (to: string, id: number) => string): CellChange[] {
    return changes.map(({ field, old, new: value }) => {
      const found = this.#find(r, field)
      const to = found.field && ['one', 'many'].includes(found.field.meta.kind) ? found.field.meta.to : undefined
      const toDisplay = (v: unknown): unknown =>
        to === undefined ? v : Array.isArray(v) ? v.map(toDisplay) : typeof v === 'number' ? name(to, v) : v
      return { field, label: found.label, old: toDisplay(old), new: toDisplay(value) }
    })
  }

  /** Label such as "SKU-1 · Price" for the path `stocks[SKU-1].price`, and the field at its end. */
  #find(r: Resource, path: string): { label: string; field?: CompiledField } {
    const [, name = path, rest = ''] = /^([a-z0-9_]+)(.*)$/s.exec(path) ?? []
    const child = this.#ctx.kernel.registry.resources.get(r.byName.get(name)?.meta.to ?? '')
    if (child && rest.startsWith('[')) {
      // The label of a row may contain brackets. The right closing bracket is the one followed by a field.
      for (let end = rest.indexOf(']'); end > 0; end = rest.indexOf(']', end + 1)) {
        if (end === rest.length - 1) return { label: `${this.#own(r, name)} · ${rest.slice(1, end)}` }
        const field = /^\.([a-z0-9_]+)/.exec(rest.slice(end + 1))?.[1]
        if (!field || !child.byName.has(field)) continue
        const inner = this.#find(child, rest.slice(end + 2))
        return { ...inner, label: `${rest.slice(1, end)} · ${inner.label}` }
      }
    }
    const locale = rest.startsWith(':') ? languages.find((l) => l.code === rest.slice(1))?.name : undefined
    const label = locale ? `${this.#own(r, name)} (${locale})` : this.#own(r, name)
    const field = r.byName.get(name)
    return { label, ...(field ? { field } : {}) }
  }

  #own(r: Resource, name: string): string {
    const key = `${r.name}.${name}`
    const cachedLabel = this.#labels.get(key) ?? fieldLabel(this.#ctx.kernel, this.#locale, r, name)
    this.#labels.set(key, cachedLabel)
    return cachedLabel
  }
}
