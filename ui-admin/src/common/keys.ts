import type { KeyboardEvent } from 'react'

/** Prevents form submission by Enter in an input that uses Enter for a selection. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
