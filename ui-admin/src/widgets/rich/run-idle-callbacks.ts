/** Timeout of the editor's idle callbacks, in milliseconds. It identifies them: no other code on these pages uses this value. */
const PATIENCE_MS = 2_000

/** Number of editors that are being initialized. */
let preparing = 0

/**
 * Makes blocks of Editor.js attach their listeners synchronously after rendering. The editor waits for an idle callback. On a slow machine
 * the user types before that, and Enter in a new heading inserts a line break within it. Calls during the initialization of an editor stay
 * asynchronous, because its inline toolbar uses the same call in its constructor and needs the editor's DOM.
 */
export function listenImmediately(): void {
  const later = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (run, options) => {
    if (options?.timeout !== PATIENCE_MS || preparing > 0) return later(run, options)
    queueMicrotask(() => run({ didTimeout: true, timeRemaining: () => 0 }))
    return 0
  }
}

/** Creates an editor, and counts it as being initialized until it is ready. */
export function prepareEditor<T extends { isReady: Promise<void> }>(create: () => T): T {
  preparing++
  const editor = create()
  const countDown = () => void preparing--
  void editor.isReady.then(countDown, countDown)
  return editor
}
