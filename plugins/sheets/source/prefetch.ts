/** Prefetches the next item while the current one is processed. */
export async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = items.next(); ;) {
      const { value, done } = await next
      if (done) return
      next = items.next()
      // Avoids an unhandled rejection; the error is thrown when the item is requested.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}
