import type { KeyboardEvent } from 'react'

/** Keeps Enter, which chooses something in an input, from sending the form around it. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
