/** Moves the focus into a dialog that opens: what it asks for is typed at once, not after a way through its buttons. */
export function focusFirstField(dialog: HTMLElement): void {
  const form = dialog.querySelector('form')
  if (form?.contains(document.activeElement)) return
  form?.querySelector<HTMLElement>('input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled)')?.focus()
}
