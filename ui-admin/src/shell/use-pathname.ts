import { useSyncExternalStore } from 'react'
import { history } from '../state/session.ts'

/** Path of the current page. */
export function usePathname(): string {
  return useSyncExternalStore(history.subscribe, () => history.location.pathname)
}

/** Query string of the current URL, including the question mark. */
export function useSearchText(): string {
  return useSyncExternalStore(history.subscribe, () => history.location.search)
}
