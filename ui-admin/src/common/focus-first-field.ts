/** Focuses the first field of a dialog that opens or of a card that was added, so that the user can type at once. */
export function focusFirstField(container: HTMLElement): void {
  const form = container.querySelector('form') ?? container
  if (form.contains(document.activeElement)) return
  form.querySelector<HTMLElement>('input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled)')?.focus()
}
