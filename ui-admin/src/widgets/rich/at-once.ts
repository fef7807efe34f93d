/** How long the editor lets a browser be busy before it insists: nobody else on these pages asks for this. */
const PATIENCE_MS = 2_000

/** How many editors are being prepared. */
let preparing = 0

/**
 * Makes the editor's blocks listen at the end of the turn in which they are drawn. The editor waits until the browser has nothing else to
 * do: on a busy machine somebody who types is quicker, and Enter pressed in a heading just chosen was the browser's, and broke the line
 * within it. While an editor is being prepared its calls stay as they are: its inline toolbar is made by the same call, from its
 * constructor, and needs the editor's own page around it.
 */
export function listenImmediately(): void {
  const later = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (run, options) => {
    if (options?.timeout !== PATIENCE_MS || preparing > 0) return later(run, options)
    queueMicrotask(() => run({ didTimeout: true, timeRemaining: () => 0 }))
    return 0
  }
}

/** Creates an editor, and counts it as being prepared until it is ready. */
export function prepareEditor<T extends { isReady: Promise<void> }>(create: () => T): T {
  preparing++
  const editor = create()
  const countDown = () => void preparing--
  void editor.isReady.then(countDown, countDown)
  return editor
}
