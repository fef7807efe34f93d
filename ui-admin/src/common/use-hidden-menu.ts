import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { bareAtom } from '../state/ui.ts'

/** Hides the menu while the component is mounted. */
export function useIsEmbedded(): void {
  const setBare = useSetAtom(bareAtom)
  useLayoutEffect(() => {
    setBare(true)
    return () => setBare(false)
  }, [setBare])
}
