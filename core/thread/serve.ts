import { parentPort } from 'node:worker_threads'
import { type FromThread, type ToThread, WINDOW } from './messages.ts'

/** Sends one output. The promise resolves when the reader has capacity (back-pressure). */
export type Emit<O> = (output: O) => Promise<void>

/** Runs the jobs of a `ThreadPool` in this thread, one after the other. An error thrown by `work` fails its job only. */
export function serveThread<I, O>(work: (input: AsyncIterable<I>, emit: Emit<O>) => Promise<void>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: FromThread) => parentPort?.postMessage(message)
  let resolveInput: ((message: { input: unknown } | { end: true }) => void) | undefined
  let resumeOutput: (() => void) | undefined
  let untaken = 0

  async function* input(): AsyncGenerator<I> {
    for (;;) {
      const next = new Promise<{ input: unknown } | { end: true }>((resolve) => (resolveInput = resolve))
      send({ wants: true })
      const message = await next
      if ('end' in message) return
      yield message.input as I
    }
  }
  const emit: Emit<O> = async (output) => {
    send({ output })
    if (++untaken >= WINDOW) await new Promise<void>((resolve) => (resumeOutput = resolve))
  }
  parentPort?.on('message', (message: ToThread) => {
    if ('begin' in message) {
      untaken = 0
      work(input(), emit).then(
        () => send({ done: true }),
        (error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }),
      )
    } else if ('taken' in message) {
      if (--untaken < WINDOW) resumeOutput?.()
    } else resolveInput?.(message)
  })
}
