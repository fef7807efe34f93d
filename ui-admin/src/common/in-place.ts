import { useCallback, useEffect, useRef, useState } from 'react'

/** A form in the place of the button that opens it: the button has the focus again when it comes back. */
export function useInPlace() {
  const [open, setOpen] = useState(false)
  const back = useRef(false)
  const button = useCallback((it: HTMLElement | null) => {
    if (it && back.current) it.focus()
    if (it) back.current = false
  }, [])
  const end = () => {
    back.current = true
    setOpen(false)
  }
  return { open, begin: () => setOpen(true), end, button }
}

/** For the form itself: Escape within it calls `run`, where there is something to call and nobody else made use of the key. */
export function useEscape(run: (() => void) | undefined) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback((form: HTMLElement | null) => {
    const heard = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current?.()
    }
    form?.addEventListener('keydown', heard)
    return () => form?.removeEventListener('keydown', heard)
  }, [])
}
