import { useState } from 'react'
import type { Stock } from './model.ts'
import { sameRows } from './rows-equal.ts'

/** Number of undo steps. */
const STEPS = 50
const untouched: { steps: readonly (readonly Stock[])[]; made: readonly Stock[] } = { steps: [], made: [] }

/** Undo history of stock item changes. */
export function useUndo(stocks: readonly Stock[], onChange: (stocks: readonly Stock[]) => void) {
  const [past, setPast] = useState(untouched)
  // Changes of options and a save clear the undo history.
  if (past !== untouched && !sameRows(past.made, stocks)) setPast(untouched)
  const change = (next: Stock[]) => {
    setPast({ steps: [...past.steps, stocks].slice(-STEPS), made: next })
    onChange(next)
  }
  const undo = () => {
    const last = past.steps.at(-1)
    if (!last) return false
    setPast({ steps: past.steps.slice(0, -1), made: last })
    onChange(last)
    return true
  }
  return { change, undo, canUndo: past.steps.length > 0 }
}
