import { checkInput, Failed, type Fields, INVALID, invalid, text, type Text } from '#core'

const MOST_LINES = 200

/** Checks each of the lines of a body; problems are told as `lines.0.quantity`. @throws Failed INVALID */
export async function checkLines<T>(fields: Fields, lines: unknown): Promise<T[]> {
  if (!Array.isArray(lines) || lines.length > MOST_LINES) throw invalid({ lines: text('core:rule.check_input') })
  const read: T[] = []
  const errors: Record<string, Text[]> = {}
  for (const [i, line] of lines.entries()) {
    try {
      read.push((await checkInput(fields, (line ?? {}) as Record<string, unknown>)) as T)
    } catch (error) {
      if (!(error instanceof Failed) || Array.isArray(error.texts)) throw error
      for (const [name, list] of Object.entries(error.texts)) errors[`lines.${i}.${name}`] = list
    }
  }
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  return read
}
