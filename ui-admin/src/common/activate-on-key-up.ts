/** Keys that activate a button. */
const ACTIVATION_KEYS = new Set(['Enter', ' '])

/**
 * Delivers `keyup` only to the element that received the `keydown`. Blueprint buttons react to `keyup`: Enter on a menu item opens a
 * dialog, and the `keyup` would then press the focused button of the dialog.
 */
export function watchKeys(): void {
  const down = new Map<string, EventTarget | null>()
  window.addEventListener(
    'keydown',
    ({ key, target, repeat }) => {
      // Auto-repeat is ignored, because the repeated event goes to the newly focused element.
      if (ACTIVATION_KEYS.has(key) && !repeat) down.set(key, target)
    },
    true,
  )
  window.addEventListener(
    'keyup',
    (event) => {
      if (!ACTIVATION_KEYS.has(event.key)) return
      if (down.get(event.key) !== event.target) event.stopPropagation()
      down.delete(event.key)
    },
    true,
  )
}
