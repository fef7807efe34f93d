/** Passes on changes that an input has debounced. */
export type Flush = () => Promise<void>

const waiting = new Set<Flush>()

/** Registers an input with debounced changes; returns a function that unregisters it. */
export function registerFlush(flush: Flush): () => void {
  waiting.add(flush)
  return () => waiting.delete(flush)
}

/** Flushes all inputs before saving. */
export const flushInputs = async (): Promise<void> => {
  await Promise.all([...waiting].map((flush) => flush()))
}
