/** How long the editor lets a browser be busy before it insists: nobody else on these pages asks for this. */
const PATIENCE_MS = 2_000

/**
 * The editor lets a block it has drawn listen once the browser has nothing else to do. On a busy machine somebody who types is quicker:
 * Enter pressed in a heading just chosen was the browser's, and broke the line within it. What it puts off so is done at the end of
 * the turn in which it asks.
 */
export function listenAtOnce(): void {
  const later = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (run, options) => {
    if (options?.timeout !== PATIENCE_MS) return later(run, options)
    queueMicrotask(() => run({ didTimeout: true, timeRemaining: () => 0 }))
    return 0
  }
}
