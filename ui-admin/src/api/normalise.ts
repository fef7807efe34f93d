import type { Failure } from 'stoa/api-types'

const isMap = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const asText = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).flatMap((one) => asText(one) ?? [])

/** Messages by field from the `errors` property that other servers use; undefined when there are none. */
function byField(errors: unknown): Record<string, string[]> | undefined {
  if (!isMap(errors)) return undefined
  const fields = Object.entries(errors).flatMap(([name, texts]) => (asTexts(texts).length > 0 ? [[name, asTexts(texts)] as const] : []))
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Extracts messages from an error response, also from one of a proxy in front of the server. */
export function normalised(body: unknown, status: number, otherwise: string): Partial<Failure> {
  const given = isMap(body) ? body : {}
  if (Array.isArray(given['messages']) || isMap(given['messages'])) return given as Partial<Failure>
  const message = asText(given['message'])
  const texts = (...found: (string | undefined)[]) => found.find((text) => text !== undefined) ?? otherwise
  const code = asText(given['code']) ?? `HTTP_${status}`
  if (status === 401) {
    const error = asText(given['error'])
    return { code, ...(error ? { error } : {}), messages: [texts(error, message, asText(given['status']))] }
  }
  const fields = byField(given['errors'])
  if (fields) return { code, messages: message ? { ...fields, '': [message] } : fields }
  const err = asText(given['err'])
  const ecode = asText(given['ECODE'])
  return { code, messages: [texts(message, asText(given['error']), err && (ecode ? `${err} (${ecode})` : err))] }
}
