import { message } from '../http/errors.ts'
import type { Tx } from '../db/transaction.ts'
import type { Fields } from '../fields/types.ts'
import type { CompiledField, Resource } from './compile.ts'
import type { Env } from './lock.ts'
import { findVisibleIds } from './scope.ts'
import { Problems, type ParseContext, type Values } from './parse-input.ts'

interface Before {
  old: Values | null
  tx: Tx
  path?: string
}

/** Refuses new references to rows that the actor cannot see or that do not exist. Existing references may stay. */
export async function rejectHiddenReferences(o: ParseContext, r: Resource, values: Values, { old, tx, path = '' }: Before): Promise<void> {
  for (const f of r.fields) {
    const value = values[f.name]
    if (value === null || value === undefined) continue
    if (f.meta.kind === 'rows') {
      const before = (old?.[f.name] ?? []) as Values[]
      const child = o.registry.resource(f.meta.to ?? '')
      for (const [i, row] of (value as Values[]).entries())
        await rejectHiddenReferences(o, child, row, {
          old: before.find((b) => b.id === row.id) ?? null,
          tx,
          path: `${path}${f.name}.${i}.`,
        })
      continue
    }
    const [to, ids] = getReferences(f, value)
    const previousIds = new Set(getReferences(f, old?.[f.name])[1])
    const added = ids.filter((id) => !previousIds.has(id) || !same(f, value, old?.[f.name]))
    // References to plugins that may be absent, and from contributed fields, have no foreign key.
    const hasForeignKey = !f.meta.ifInstalled && !f.meta.ext
    if (to === undefined || added.length === 0 || (hasForeignKey && !o.registry.resources.get(to)?.def.scope)) continue
    const visibleIds = await findVisibleIds(tx, o.ctx, to, added, hasForeignKey)
    if (added.some((id) => !visibleIds.has(id))) o.problems.add(path + f.name, message('core:rule.not_exists'))
  }
}

/** Refuses dialog input that refers to rows the actor cannot see, also inside lists and objects. @throws AppError INVALID by field */
export async function rejectHiddenInputReferences(env: Env, fields: Fields, input: Values): Promise<void> {
  const problems = new Problems()
  const look = async (inside: Fields, values: Values, path: string): Promise<void> => {
    for (const [name, { 'x-field': meta }] of Object.entries(inside)) {
      const value = values[name]
      if (meta.inner) {
        const many = Array.isArray(value)
        for (const [i, item] of ((many ? value : [value ?? {}]) as Values[]).entries())
          await look(meta.inner, item, `${path}${name}.${many ? `${i}.` : ''}`)
        continue
      }
      const [to, ids] = getReferences({ meta }, value)
      const visibleIds = to === undefined ? new Set(ids) : await findVisibleIds(env.tx, env.ctx, to, ids)
      if (ids.some((id) => !visibleIds.has(id))) problems.add(path + name, message('core:rule.not_exists'))
    }
  }
  await look(fields, input, '')
  problems.settle()
}

/** For references to one of several resources, equal ids may mean different rows. */
const same = (f: CompiledField, value: unknown, old: unknown) => f.meta.kind !== 'any' || value === old

/** The resource and ids that a value refers to. */
function getReferences({ meta }: Pick<CompiledField, 'meta'>, value: unknown): [string | undefined, number[]] {
  if (value === null || value === undefined) return [undefined, []]
  if (meta.kind === 'one') return [meta.to, [value as number]]
  if (meta.kind === 'many') return [meta.to, value as number[]]
  if (meta.kind !== 'any') return [undefined, []]
  const [to, id] = String(value).split(':')
  return [to, [Number(id)]]
}
