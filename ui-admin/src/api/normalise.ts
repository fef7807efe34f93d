import type { Failure } from 'stoa/api-types'

const isMap = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const asText = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).flatMap((item) => asText(item) ?? [])

/** Messages by field from the `errors` property that other servers use; undefined when there are none. */
function byField(errors: unknown): Record<string, string[]> | undefined {
  if (!isMap(errors)) return undefined
  const fields = Object.entries(errors).flatMap(([name, texts]) => (asTexts(texts).length > 0 ? [[name, asTexts(texts)] as const] : []))
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Extracts messages from an error response, also from one of a proxy in front of the server. */
export function normalised(body: unknown, status: number, otherwise: string): Partial<Failure> {
  const payload = isMap(body) ? body : {}
  if (Array.isArray(payload['messages']) || isMap(payload['messages'])) return payload as Partial<Failure>
  const message = asText(payload['message'])
  const texts = (...found: (string | undefined)[]) => found.find((text) => text !== undefined) ?? otherwise
  const code = asText(payload['code']) ?? `HTTP_${status}`
  if (status === 401) {
    const error = asText(payload['error'])
    return { code, ...(error ? { error } : {}), messages: [texts(error, message, asText(payload['status']))] }
  }
  const fields = byField(payload['errors'])
  if (fields) return { code, messages: message ? { ...fields, '': [message] } : fields }
  const err = asText(payload['err'])
  const ecode = asText(payload['ECODE'])
  return { code, messages: [texts(message, asText(payload['error']), err && (ecode ? `${err} (${ecode})` : err))] }
}
