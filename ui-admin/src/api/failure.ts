import { ApiError } from './client.ts'

/** The error messages for the user; messages of fields start with the label. */
export function failureLines(error: unknown, getLabel: (field: string) => string = (f) => f): string[] {
  if (!(error instanceof ApiError)) return [error instanceof Error ? error.message : String(error)]
  if (Array.isArray(error.messages)) return error.messages.length ? error.messages : [error.code]
  const lines = linesByField(error.messages, getLabel)
  return lines.length ? lines : [error.code]
}

/** One line per message, with the label of its field. Messages of `id` refer to the record. */
export const linesByField = (messages: Record<string, string[]>, getLabel: (field: string) => string): string[] =>
  Object.entries(messages).flatMap(([field, texts]) => {
    const label = field === 'id' ? '' : field && getLabel(field)
    return texts.map((text) => (label ? `${label}: ${text}` : text))
  })

/** Errors by field path; empty when no field is named. */
export function fieldErrors(error: unknown): Record<string, string[]> {
  if (!(error instanceof ApiError) || Array.isArray(error.messages)) return {}
  return error.messages
}
