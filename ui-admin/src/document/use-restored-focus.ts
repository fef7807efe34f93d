import { useCallback, useEffect, useRef, type RefObject } from 'react'

/** Time in milliseconds in which the focused button may disappear after a change, for example with a closing dialog. */
const WATCH_MS = 1500

const lost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves a lost focus to the head of the document, never to the button that replaced the pressed one, which a second Enter would press.
 * Returns the function to call after a change.
 */
export function useRestoredFocus(head: RefObject<HTMLElement | null>): () => void {
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return useCallback(() => {
    const end = performance.now() + WATCH_MS
    const look = () => {
      if (lost() && !document.querySelector('.bp6-overlay-open [role="dialog"], .bp6-dialog')) head.current?.focus({ preventScroll: true })
      else if (performance.now() < end) frame.current = requestAnimationFrame(look)
    }
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(look)
  }, [head])
}
