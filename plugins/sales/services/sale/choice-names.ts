import { Failed, INVALID, type Text } from '#core'

/** What was chosen for those who take something off a price, by their names. */
export type Choices = Readonly<Record<string, unknown>>

/** The same promise, whose refusals of fields name them below `at`. */
export async function below<T>(at: string, promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    if (!(error instanceof Failed) || error.kind !== INVALID || Array.isArray(error.texts)) throw error
    const texts = Object.entries(error.texts as Record<string, Text[]>).map(([name, list]) => [`${at}.${name}`, list])
    throw new Failed(INVALID, Object.fromEntries(texts))
  }
}
