import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 600px)')

const listen = (tell: () => void) => {
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** Whether the window is as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(listen, () => query.matches)
