/** Pieces a thread may send before the first of them is taken. */
export const WINDOW = 8

/** What a job's owner sends to the thread. */
export type ToThread = { begin: true } | { input: unknown } | { end: true } | { taken: true }

/** What the thread sends back. */
export type FromThread = { wants: true } | { output: unknown } | { done: true } | { error: string }
