import fc from 'fast-check'
import { id, join, type Kernel, locales, sql } from 'stoa'
import type { Resource } from '../../core/resource/compile.ts'

/** For a path: generators of existing values for its parameters and for body properties. */
export type Rows = (path: string) => (member: string) => fc.Arbitrary<unknown> | undefined

/**
 * Reads existing rows, so that random calls refer to them: of each resource the first and last rows, or those in `only`, if it names
 * some.
 */
export async function collectRows({ db, registry }: Kernel, only: ReadonlyMap<string, readonly number[]> = new Map()): Promise<Rows> {
  const values = new Map<string, unknown[]>()
  for (const r of registry.resources.values()) {
    const columns = ['id', ...r.fields.flatMap(({ name, column }) => (column === name && TEXTS.has(name) ? [name] : []))]
    const names = join(columns.map((name) => id(name)))
    const ids = only.get(r.name)
    const rows = await db.rows<Record<string, unknown>>(
      ids
        ? sql`select ${names} from ${id(r.table)} where id = any(${[...ids]}::bigint[])`
        : sql`(select ${names} from ${id(r.table)} order by id limit 3) union (select ${names} from ${id(r.table)} order by id desc limit 4)`,
    )
    for (const name of columns) values.set(`${r.name}.${name}`, [...new Set(rows.map((row) => row[name]).filter((v) => v !== null))])
  }
  const drawn = (resource: string | undefined, member: string) => {
    const found = values.get(`${resource}.${member}`) ?? []
    return found.length > 0 ? fc.constantFrom(...found) : undefined
  }
  const all = [...registry.resources.keys()]
  /** The resource for a path segment or property: `approvals` is an approval, `application` is a service application. */
  const resolveResource = (word: string) => {
    const singular = registry.resources.has(word) ? word : word.replace(/s$/, '')
    return registry.resources.has(singular) ? singular : all.find((name) => name.endsWith(`_${singular}`))
  }
  return (path) => {
    const resource = path
      .split('/')
      .flatMap((part) => (/^\w+$/.test(part) ? (resolveResource(part) ?? []) : []))
      .at(-1)
    return (member) => {
      if (member === 'language') return fc.constantFrom(...locales)
      // The fields of the resource of a form: all of them.
      if (member === 'globals') return fc.constant(registry.resources.get(resource ?? '')?.fields.map(({ name }) => name) ?? [])
      if (member === 'id' || TEXTS.has(member)) return drawn(resource, member)
      if (member === 'ids') return many(drawn(resource, 'id'))
      const to = target(resource ? registry.resources.get(resource) : undefined, member) ?? resolveResource(member.replace(/_ids?$/, ''))
      const value = drawn(to, 'id')
      return member.endsWith('s') ? many(value) : value
    }
  }
}

/** Properties that identify a row for people, and not only for the database. */
export const TEXTS: ReadonlySet<string> = new Set(['number', 'url', 'code', 'token', 'sku'])

/** The target resource of a reference field. */
const target = (r: Resource | undefined, member: string) => r?.fields.find(({ name }) => name === member)?.meta.to

const many = (item: fc.Arbitrary<unknown> | undefined) => item && fc.array(item, { maxLength: 2 })
