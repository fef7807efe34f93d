import { type AppError, renameFields } from 'stoa'

/** Choices for adjustment providers, by provider name. */
export type Choices = Readonly<Record<string, unknown>>

/** Input of the buyer for a sale, independent of the provider that reads it. */
export interface SaleWords {
  /** Codes the buyer entered. */
  codes?: readonly string[] | undefined
  /** Points to redeem. */
  points?: number | undefined
}

/** Name of a sale input. */
export type SaleWord = keyof SaleWords

/** A validation error with its fields placed below `at`, once; any other error unchanged. */
export const namedBelow = (at: string, error: AppError): AppError =>
  renameFields(error, (name) => (name.startsWith(`${at}.`) ? name : `${at}.${name}`))

/** An error of a choice. A field that holds a sale input is reported by the name of that input, others below `at`. */
export function namedByWord(
  reader: { reads?: Partial<Record<SaleWord, string>> },
  words: SaleWords | undefined,
  at: string,
  error: AppError,
): AppError {
  const used = (Object.keys(reader.reads ?? {}) as SaleWord[]).filter((word) => words?.[word] !== undefined)
  return renameFields(namedBelow(at, error), (name) => used.find((word) => name.startsWith(`${at}.${reader.reads?.[word]}`)) ?? name)
}
