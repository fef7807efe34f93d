/** Some people, by what is offered and what was chosen of it. */
export interface AudiencePart {
  kind: string
  chosen: Record<string, unknown>
}

/** Who gets a broadcast: all of some, but none of others. */
export interface AudienceOf {
  include: AudiencePart[]
  exclude: AudiencePart[]
}

/** Why somebody of an audience is not sent anything, in the order in which it is looked for. */
export const listExcluded = ['no_address', 'country', 'duplicate', 'excluded', 'suppressed', 'unsubscribed', 'no_consent', 'cap'] as const

/** As many parts as a person looks through. */
const MOST = 20

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

function parseParts(value: unknown): AudiencePart[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > MOST) return undefined
  const parts: AudiencePart[] = []
  for (const one of value as unknown[]) {
    if (!isObject(one) || typeof one.kind !== 'string' || !/^[a-z][a-z0-9_-]{0,40}$/.test(one.kind)) return undefined
    if (one.chosen !== undefined && (!isObject(one.chosen) || JSON.stringify(one.chosen).length > 20_000)) return undefined
    parts.push({ kind: one.kind, chosen: one.chosen ?? {} })
  }
  return parts
}

/** An audience as it is kept; undefined for what is none. */
export function parseAudience(value: unknown): AudienceOf | undefined {
  if (!isObject(value)) return undefined
  const [include, exclude] = [parseParts(value.include), parseParts(value.exclude)]
  return include && exclude ? { include, exclude } : undefined
}
