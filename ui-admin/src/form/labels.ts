import type { FieldInfo, ResourceInfo } from 'stoa/api-types'
import { fieldErrors } from '../api/failure.ts'
import { formQuery } from '../api/resource.ts'
import { spokenLanguage } from '../i18n/index.ts'
import { can, queries } from '../state/session.ts'

/** Label of a path in the form: "Options 2: Name" for `options.1.name`. */
export function labelOfPath(fields: FieldInfo[], path: string): string {
  const [name = '', index, ...rest] = path.split('.')
  const field = fields.find((field) => field.name === name)
  if (!field) return path
  if (index === undefined) return field.label
  const place = `${field.label} ${Number(index) + 1}`
  return rest.length ? `${place}: ${labelOfPath(field.rows ?? [], rest.join('.'))}` : place
}

/** Loads the labels of the fields that an error names, for places without a form; undefined when it names none. */
export async function labelsFor(error: unknown, resource: ResourceInfo): Promise<((path: string) => string) | undefined> {
  if (!Object.keys(fieldErrors(error)).length) return undefined
  const fields = await findFields(resource)
  return (path) => labelOfPath(fields, path)
}

/** The first field of an error that the user can change; undefined when there is none. */
export async function fieldRefused(error: unknown, resource: ResourceInfo): Promise<string | undefined> {
  const named = new Set(Object.keys(fieldErrors(error)).map((path) => path.split('.')[0]))
  if (named.size === 0 || !can(resource, 'update')) return undefined
  return (await findFields(resource)).find((field) => named.has(field.name) && !field.readOnly && field.widget !== 'status')?.name
}

/** Empty when the form may not be read or does not load; errors then use the field names. */
async function findFields({ name }: ResourceInfo): Promise<FieldInfo[]> {
  try {
    const { groups } = await queries.fetchQuery(formQuery(name, spokenLanguage()))
    return groups.flatMap((group) => group.fields)
  } catch {
    return []
  }
}
