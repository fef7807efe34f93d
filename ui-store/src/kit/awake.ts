import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether scripts run already: false while the server draws, and until its page is taken over. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
