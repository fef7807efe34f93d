import { fieldId } from '../widgets/field-input.tsx'

const LOOKS = 30
const BETWEEN_MS = 100
const TAKES = 'input, select, textarea, button, [contenteditable]'

/** Whether the user has not moved the focus meanwhile. */
function waits(from: Element | null): boolean {
  const { activeElement } = document
  return activeElement === from || activeElement === null || activeElement === document.body || activeElement.id === 'main'
}

/** The first focusable element, or the element itself. */
function getTaker(element: HTMLElement): HTMLElement {
  return element.matches(TAKES) ? element : (element.querySelector<HTMLElement>(TAKES) ?? element)
}

/**
 * Focuses the input with an id in the next frame. Waits for a lazy-loaded input, and for a form tab that is still hidden; gives up once the
 * focus moves elsewhere.
 */
export function focusInput(id: string): void {
  const from = document.activeElement
  const look = (left: number) => {
    if (!waits(from)) return
    const element = document.getElementById(id)
    const target = element && getTaker(element)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
    if (left > 0 && (!target || document.activeElement !== target)) setTimeout(look, BETWEEN_MS, left - 1)
  }
  requestAnimationFrame(() => look(LOOKS))
}

/** Focuses the input at a path of the form. */
export const focusField = (path: string): void => focusInput(fieldId(path))
