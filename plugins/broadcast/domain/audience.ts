/** One part of an audience: an audience type and the values chosen for it. */
export interface AudiencePart {
  kind: string
  chosen: Record<string, unknown>
}

/** The audience of a broadcast: the union of `include`, minus the union of `exclude`. */
export interface AudienceDefinition {
  include: AudiencePart[]
  exclude: AudiencePart[]
}

/** The reasons to exclude a person from an audience, in the order of evaluation. */
export const EXCLUSION_REASONS = [
  'no_address',
  'country',
  'duplicate',
  'excluded',
  'suppressed',
  'unsubscribed',
  'no_consent',
  'cap',
] as const

/** Maximum number of parts in an audience. */
const MAX_PARTS = 20

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

function parseParts(value: unknown): AudiencePart[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > MAX_PARTS) return undefined
  const parts: AudiencePart[] = []
  for (const part of value as unknown[]) {
    if (!isObject(part) || typeof part.kind !== 'string' || !/^[a-z][a-z0-9_-]{0,40}$/.test(part.kind)) return undefined
    if (part.chosen !== undefined && (!isObject(part.chosen) || JSON.stringify(part.chosen).length > 20_000)) return undefined
    parts.push({ kind: part.kind, chosen: part.chosen ?? {} })
  }
  return parts
}

/** Parses an audience into its stored form. Returns undefined for invalid input. */
export function parseAudience(value: unknown): AudienceDefinition | undefined {
  if (!isObject(value)) return undefined
  const [include, exclude] = [parseParts(value.include), parseParts(value.exclude)]
  return include && exclude ? { include, exclude } : undefined
}
