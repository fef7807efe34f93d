import { fieldId } from '../widgets/field-input.tsx'

const LOOKS = 30
const BETWEEN_MS = 100
const TAKES = 'input, select, textarea, button, [contenteditable]'

/** Whether nobody has gone elsewhere meanwhile: what can be used has the focus only if it had it before. */
function waits(from: Element | null): boolean {
  const { activeElement } = document
  return activeElement === from || activeElement === null || activeElement === document.body || activeElement.id === 'main'
}

/** The first thing in an element that can take the focus, or the element itself. */
function getTaker(element: HTMLElement): HTMLElement {
  return element.matches(TAKES) ? element : (element.querySelector<HTMLElement>(TAKES) ?? element)
}

/** Moves the focus into the input with an id. One of a plugin may still be on its way, and a page of the form be hidden: both are waited for. */
export function focusInput(id: string): void {
  const from = document.activeElement
  const look = (left: number) => {
    const element = document.getElementById(id)
    const target = element && getTaker(element)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
    if (left > 0 && (!target || document.activeElement !== target)) setTimeout(() => waits(from) && look(left - 1), BETWEEN_MS)
  }
  look(LOOKS)
}

/** Moves the focus to the input at a place in the form. */
export const focusField = (path: string): void => focusInput(fieldId(path))
