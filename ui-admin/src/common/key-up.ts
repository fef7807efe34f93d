/** Keys that press a button. */
const PRESS = new Set(['Enter', ' '])

/**
 * Lets a key that is let go of reach only what it was pressed on. Buttons of the library act when the key comes up, wherever it went
 * down: Enter on an entry of a menu opened a dialog, and coming up pressed the button of it that had the focus by then, so that the
 * dialog was gone again, or answered, before anybody could read it.
 */
export function watchKeys(): void {
  const down = new Map<string, EventTarget | null>()
  window.addEventListener(
    'keydown',
    ({ key, target, repeat }) => {
      // A key that is held is pressed once: where it repeats is where the focus went.
      if (PRESS.has(key) && !repeat) down.set(key, target)
    },
    true,
  )
  window.addEventListener(
    'keyup',
    (event) => {
      if (!PRESS.has(event.key)) return
      if (down.get(event.key) !== event.target) event.stopPropagation()
      down.delete(event.key)
    },
    true,
  )
}
