import { type AppError, renameFields } from 'stoa'

/** What was chosen for those who take something off a price, by their names. */
export type Choices = Readonly<Record<string, unknown>>

/** What a buyer says of a sale, whoever of those that take something off reads it. */
export interface SaleWords {
  /** Codes that were typed. */
  codes?: readonly string[] | undefined
  /** Points that pay a part of it. */
  points?: number | undefined
}

/** A word of a sale. */
export type SaleWord = keyof SaleWords

/** A refusal of fields with its fields named below `at`, once; any other as it is. */
export const namedBelow = (at: string, error: AppError): AppError =>
  renameFields(error, (name) => (name.startsWith(`${at}.`) ? name : `${at}.${name}`))

/** A refusal of a choice, whose fields are named by the word of the sale they hold, else below `at`. */
export function namedByWord(
  reader: { reads?: Partial<Record<SaleWord, string>> },
  words: SaleWords | undefined,
  at: string,
  error: AppError,
): AppError {
  const used = (Object.keys(reader.reads ?? {}) as SaleWord[]).filter((word) => words?.[word] !== undefined)
  return renameFields(namedBelow(at, error), (name) => used.find((word) => name.startsWith(`${at}.${reader.reads?.[word]}`)) ?? name)
}
