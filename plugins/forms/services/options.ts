import { type Ctx, type Message, locales } from 'stoa'
import { cleanOptions, Unfit } from '../domain/options.ts'
import type { FieldOptions, FieldType } from '../domain/shape.ts'

/** File extensions that uploads can verify by content. */
export const endings: readonly string[] = ['png', 'jpg', 'gif', 'webp', 'avif', 'pdf', 'xlsx', 'zip', 'csv', 'txt']

/** Validates the options of a field. Returns them, or the error. */
export function optionsFor({ mainLanguage }: Ctx, type: FieldType, input: unknown): { options: FieldOptions } | { why: Message } {
  try {
    return { options: cleanOptions(type, input, { languages: locales, main: mainLanguage, knownExtensions: endings }) }
  } catch (error) {
    if (error instanceof Unfit) return { why: error.problem }
    throw error
  }
}
