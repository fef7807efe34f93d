import { fieldId } from '../widgets/field-input.tsx'

/** Moves the focus, once the page of the form is there, to the first thing that can take it at a place in the form. */
export function focusField(path: string): void {
  const element = document.getElementById(fieldId(path))
  const inner = element?.matches('input, select, textarea, button')
    ? element
    : element?.querySelector<HTMLElement>('input, button, [contenteditable]')
  const target = inner ?? element
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
