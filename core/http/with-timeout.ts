/**
 * Waits so many milliseconds for a service outside. `ask` gets the signal that ends then; where it takes no notice, it is not waited for any
 * longer. @throws DOMException `TimeoutError` after that time, and what `ask` throws
 */
export async function withTimeout<T>(milliseconds: number, ask: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  return Promise.race([
    ask(signal),
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  ])
}
