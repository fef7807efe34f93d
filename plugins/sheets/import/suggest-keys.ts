import { id, slugFrom, sql, type Tx } from 'stoa'
import type { CompiledField, Resource } from 'stoa/engine'

/** Longest part of a generated key that comes from the name. */
const LENGTH = 20

/**
 * Values of the required slugs and keys of a row that a cell creates by its name. A key is made of the name, and numbered when another row
 * has it; its unique constraint decides between two imports at once.
 */
export async function suggestKeys(tx: Tx, target: Resource, name: string): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const f of target.fields) {
    if (!f.meta.required || f.meta.readOnly || f === target.title) continue
    if (f.meta.slugOf) values[f.name] = await slugFrom(name, f.meta.slugLength ?? 15)
    else if (f.meta.kind === 'key' && f.meta.unique) values[f.name] = await freeKey(tx, target, f, name)
  }
  return values
}

async function freeKey(tx: Tx, target: Resource, f: CompiledField, name: string): Promise<string> {
  // A slug ends with digits of the time, which a key does not need.
  const words = (await slugFrom(name, LENGTH)).replace(/-?\d{4}$/, '').replaceAll('-', '_')
  const base = /^[a-z]/.test(words) ? words : [target.name.split('_').at(-1), words].filter(Boolean).join('_')
  const column = id(f.column ?? f.name)
  const taken = await tx.rows<{ key: string }>(
    sql`select ${column} as key from ${id(target.table)} where ${column} = ${base} or starts_with(${column}, ${`${base}_`})`,
  )
  const keys = new Set(taken.map(({ key }) => key))
  if (!keys.has(base)) return base
  let number = 2
  while (keys.has(`${base}_${number}`)) number++
  return `${base}_${number}`
}
