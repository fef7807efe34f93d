/** Moves the focus into a dialog that opens, or a card that was added: what it asks for is typed at once, not after a way through its buttons. */
export function focusFirstField(container: HTMLElement): void {
  const form = container.querySelector('form') ?? container
  if (form.contains(document.activeElement)) return
  form.querySelector<HTMLElement>('input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled)')?.focus()
}
