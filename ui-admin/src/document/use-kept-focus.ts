import { useCallback, useEffect, useRef, type RefObject } from 'react'

/** How long after a change the button that had the focus may still go away, with the dialog that fades out. */
const WATCH_MS = 1500

const lost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Where the focus goes when what had it is no longer there: to the head of the document, never to the button that took the
 * place of the one that was pressed, which a second Enter would press. Answers what to call after a change.
 */
export function useKeptFocus(head: RefObject<HTMLElement | null>): () => void {
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
