/** A part of the pages that did not come: the server is away, it is of an older version, or the line is too slow. */
export class NotLoaded extends Error {}

/** So long a part of the pages may take, in milliseconds. */
export const MOST = 120_000

/** Loads a part of the pages, or gives it up after two minutes: a page that waits for ever says nothing. @throws NotLoaded */
export async function inTime<T>(load: () => Promise<T>, most = MOST): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new NotLoaded(`not here after ${most} ms`)), most)
  })
  try {
    // Of a part that is gone the bundler's loader answers nothing, once somebody else has told of it.
    const part = (await Promise.race([load(), late])) as T | undefined
    if (part === undefined) throw new NotLoaded('nothing came')
    return part
  } catch (error) {
    throw error instanceof NotLoaded ? error : new NotLoaded(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
