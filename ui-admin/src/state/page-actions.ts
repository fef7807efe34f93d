import { atom, useSetAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'

/** Something the page in sight can do, offered in the command palette. */
export interface PageAction {
  label: string
  run: () => void
}

/** What the page in sight can do, by the part of it that said so. */
export const pageActionsAtom = atom<ReadonlyMap<string, PageAction[]>>(new Map())

/** Offers what this part of a page can do in the command palette as long as it is shown. */
export function usePageActions(actions: PageAction[]): void {
  const id = useId()
  const set = useSetAtom(pageActionsAtom)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const labels = actions.map(({ label }) => label).join('\n')
  useEffect(() => {
    const offered = labels.split('\n').flatMap((label, i) => (label ? [{ label, run: () => latest.current[i]?.run() }] : []))
    set((before) => new Map(before).set(id, offered))
    return () =>
      set((before) => {
        const rest = new Map(before)
        rest.delete(id)
        return rest
      })
  }, [id, labels, set])
}
