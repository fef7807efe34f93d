import { useLayoutEffect, useRef } from 'react'
import { createWedge } from './wedge.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldOf = (target: EventTarget | null): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined

/** Gives a field back what it held. React hears of it only by the setter of the element itself. */
function restore(field: Field, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  own?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Hears a scanner that acts as a keyboard, wherever the focus is. Its first keys cannot be told from a hand's, so a field that
 * got them is given back what it held; outside of fields letters mean nothing on such a page and go no further.
 */
export function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useLayoutEffect(() => {
    latest.current = onCode
  })
  // Once the page is seen it hears: a scanner does not wait.
  useLayoutEffect(() => {
    const press = createWedge()
    let before: { field: Field; value: string } | undefined
    const hear = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { scanning, fresh, code } = press(event.key, event.timeStamp)
      const field = fieldOf(event.target)
      if (fresh) before = field && { field, value: field.value }
      if (!field && event.key.length === 1 && event.key !== ' ') event.stopImmediatePropagation()
      if (scanning) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (code === undefined) return
      if (before) restore(before.field, before.value)
      before = undefined
      latest.current(code)
    }
    window.addEventListener('keydown', hear, true)
    return () => window.removeEventListener('keydown', hear, true)
  }, [])
}
