import type { Kernel } from '../context.ts'
import type { ReplaceReference } from '../fields/types.ts'

/** The references in a condition: ids separated by commas, or a JSON list of portable references. */
function getParts(value: string): unknown[] {
  if (!value.startsWith('[')) return value.split(',')
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** A list filter with replaced row references, for `references` of a JSON field that holds filters. */
export function replaceFilterReferences(
  kernel: Pick<Kernel, 'registry'>,
  resource: string,
  filter: Readonly<Record<string, unknown>>,
  replace: ReplaceReference,
): Record<string, unknown> {
  const fields = kernel.registry.resources.get(resource)?.byName
  return Object.fromEntries(
    Object.entries(filter).map(([parameter, value]) => {
      const [name = '', operator] = parameter.split('__')
      const meta = fields?.get(name)?.meta
      const isReference = meta?.to !== undefined && ['one', 'many'].includes(meta.kind) && operator !== 'empty'
      if (!isReference || typeof value !== 'string' || value === '') return [parameter, value]
      const replaced = getParts(value).map((part) => replace(meta.to ?? '', part))
      return [parameter, replaced.every((part) => typeof part === 'number') ? replaced.join(',') : JSON.stringify(replaced)]
    }),
  )
}
