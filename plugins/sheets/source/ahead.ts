/** The same items, the next one being got while somebody is busy with the one before. */
export async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = items.next(); ;) {
      const { value, done } = await next
      if (done) return
      next = items.next()
      // Heard of when its turn comes, if it comes.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}
