import type { KeyboardEvent } from 'react'

/** Enter runs the field's action instead of submitting the form. */
export function keepEnter(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}
