import { Failed, INVALID, type Text } from '#core'

/** What was chosen for those who take something off a price, by their names. */
export type Choices = Readonly<Record<string, unknown>>

/** The same promise, whose refusals of fields name them below `at`. */
export async function below<T>(at: string, promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    throw error instanceof Failed ? namedBelow(at, error) : error
  }
}

/** A refusal of fields with its fields named below `at`, once; any other as it is. */
export function namedBelow(at: string, error: Failed): Failed {
  if (error.kind !== INVALID || Array.isArray(error.texts)) return error
  const texts = Object.entries(error.texts as Record<string, Text[]>)
  if (texts.every(([name]) => name.startsWith(`${at}.`))) return error
  return new Failed(INVALID, Object.fromEntries(texts.map(([name, list]) => [`${at}.${name}`, list])))
}
