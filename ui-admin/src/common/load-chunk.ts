/** A lazy-loaded chunk failed to load: the server is unreachable or has another version, or the connection is too slow. */
export class NotLoaded extends Error {}

/** Timeout, in milliseconds. */
export const MOST = 120_000

/** Loads a chunk with a timeout, so that the page does not wait forever. @throws NotLoaded */
export async function inTime<T>(load: () => Promise<T>, most = MOST): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new NotLoaded(`not here after ${most} ms`)), most)
  })
  try {
    // The bundler's loader resolves to undefined for a missing chunk when another handler has reported the error.
    const part = (await Promise.race([load(), late])) as T | undefined
    if (part === undefined) throw new NotLoaded('nothing came')
    return part
  } catch (error) {
    throw error instanceof NotLoaded ? error : new NotLoaded(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
