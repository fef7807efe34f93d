import { atom, useSetAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'

/** An action of the current page, listed in the command palette. */
export interface PageAction {
  label: string
  run: () => void
}

/** Actions of the current page, by the component that contributes them. */
export const pageActionsAtom = atom<ReadonlyMap<string, PageAction[]>>(new Map())

/** Registers actions of a component in the command palette while it is mounted. */
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
