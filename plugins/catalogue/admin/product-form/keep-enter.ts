import type { KeyboardEvent } from 'react'

/** Enter in a field of its own kind does what that field is for, and does not send the form around. */
export function keepEnter(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}
