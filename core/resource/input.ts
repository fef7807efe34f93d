import { BadText, kinds } from '../fields/kinds.ts'
import { problem } from '../fields/rules.ts'
import type { Fields } from '../fields/types.ts'
import { Failed, INVALID, text, type Text } from '../http/errors.ts'

/**
 * Checks an input that is no row: of an action's dialog, or of a hand-written route.
 * Unknown names are left out. Texts are trimmed, amounts given as numbers become texts.
 * @param typed true when values come from a query string or a multipart form
 * @throws Failed INVALID by field.
 */
export async function checkInput(
  fields: Fields | undefined,
  input: Record<string, unknown>,
  typed = false,
): Promise<Record<string, unknown>> {
  const out: Record<string, unknown> = {}
  const errors: Record<string, Text[]> = {}
  for (const [name, field] of Object.entries(fields ?? {})) {
    const meta = field['x-field']
    let value = input[name]
    if (typeof value === 'string' && !['rich', 'code', 'password'].includes(meta.kind)) value = value.trim()
    if (typed && typeof value === 'string' && value !== '') {
      try {
        value = kinds[meta.kind].fromText(value, meta)
      } catch (error) {
        errors[name] = [text(error instanceof BadText ? error.key : 'core:rule.check_input')]
        continue
      }
    }
    if (typeof value === 'number' && (meta.kind === 'money' || meta.kind === 'decimal')) value = String(value)
    if (value === undefined || value === null || value === '') {
      if (meta.required) errors[name] = [text('core:rule.required')]
      else out[name] = meta.default ?? (meta.nullable ? null : (value ?? null))
      continue
    }
    const why = problem(field, value)
    if (why) errors[name] = [why]
    else out[name] = value
  }
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  return out
}
