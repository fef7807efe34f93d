/**
 * Calls an external service with a timeout. `ask` gets an abort signal; if it ignores the signal, it is no longer awaited. @throws
 * DOMException `TimeoutError` after `milliseconds`, and what `ask` throws
 */
export async function withTimeout<T>(milliseconds: number, ask: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  return Promise.race([
    ask(signal),
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  ])
}
