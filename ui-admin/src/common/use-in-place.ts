import { useCallback, useEffect, useRef, useState } from 'react'

/** A form that replaces the button that opens it. The button gets the focus back when the form closes. */
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

/** Key handler of the form: Escape calls `run`, unless another handler has used the key. */
export function useEscape(run: (() => void) | undefined) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback((form: HTMLElement | null) => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current?.()
    }
    form?.addEventListener('keydown', handleKeyDown)
    return () => form?.removeEventListener('keydown', handleKeyDown)
  }, [])
}
