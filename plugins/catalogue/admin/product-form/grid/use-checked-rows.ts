import { useRef, useState } from 'react'

/** Row selection; with Shift, the range between two clicks. */
export function useCheckedRows(visibleIndexes: readonly number[], count: number) {
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [before, setBefore] = useState(count)
  // Row positions change with the number of stock items: the selection is reset.
  if (before !== count) {
    setBefore(count)
    setChecked(new Set())
  }
  const lastChecked = useRef<number>(undefined)
  const check = (index: number, on: boolean, range: boolean) => {
    const next = new Set(checked)
    const [from = index, to = index] = range && lastChecked.current !== undefined ? [lastChecked.current, index].sort((a, b) => a - b) : []
    for (const i of visibleIndexes) if (i >= from && i <= to) next[on ? 'add' : 'delete'](i)
    lastChecked.current = index
    setChecked(next)
  }
  return { checked, check, checkRows: (rows: readonly number[]) => setChecked(new Set(rows)) }
}
