/** Hands over what an input still holds back. */
export type Flush = () => Promise<void>

const waiting = new Set<Flush>()

/** Registers an input that tells of changes only after a while; answers how to take it off again. */
export function registerFlush(flush: Flush): () => void {
  waiting.add(flush)
  return () => waiting.delete(flush)
}

/** Lets every input hand over what was typed last, before it is saved. */
export const flushInputs = async (): Promise<void> => {
  await Promise.all([...waiting].map((flush) => flush()))
}
