import { useEffect, type RefObject } from 'react'

/** Inputs for typing. A relation field would open its list over the form. */
const TYPED =
  'input:is([type="text"], [type="email"], [type="number"]):not([role="combobox"], :disabled, [readonly]), textarea:not(:disabled)'

/** Focuses the first field of a new record. Not on touch devices, where the on-screen keyboard would cover the form. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, creating: boolean): void {
  useEffect(() => {
    if (!creating || !matchMedia('(pointer: fine)').matches) return undefined
    // After the shell has moved the focus to the page.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document
      const idle = activeElement === null || activeElement === document.body || activeElement.id === 'main'
      const first = form.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, [contenteditable], button')
      if (idle && first?.matches(TYPED)) first.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [form, creating])
}
