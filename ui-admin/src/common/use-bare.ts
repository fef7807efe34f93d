import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { bareAtom } from '../state/ui.ts'

/** Shows the page without the menu around it, as long as it is open. */
export function useIsEmbedded(): void {
  const setBare = useSetAtom(bareAtom)
  useLayoutEffect(() => {
    setBare(true)
    return () => setBare(false)
  }, [setBare])
}
