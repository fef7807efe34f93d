import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page is hydrated: false during server rendering and until hydration. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
