import type { MenuLink } from 'stoa/api-types'
import { tabPath } from '../settings/find.ts'
import { keepPreference, usePreference } from '../state/preferences.ts'
import { useSession } from '../state/session.ts'
import { HOME, SETTINGS } from '../routes/pages.ts'
import { allLinks, useMenu } from './menu.ts'
import { usePathname, useSearchText } from './use-pathname.ts'

/** The current path as it is pinned: settings tabs are pages of their own. */
export function useHere(): string {
  const pathname = usePathname()
  const tab = new URLSearchParams(useSearchText()).get('active_tab')
  return pathname === SETTINGS && tab ? tabPath(tab) : pathname
}

/**
 * The pinned pages in order, and a function to pin or unpin one. Only paths are stored: labels follow the language, and pages without
 * permission are hidden.
 */
export function usePins(): { pinned: MenuLink[]; canPin: (to: string) => boolean; toggle: (to: string) => void } {
  const { manifest } = useSession()
  const { sections } = useMenu()
  const pinnedPaths = usePreference<string[]>('menu_pins', [])
  const tabs = manifest.settings.map(({ group, label }): MenuLink => ({ to: tabPath(group), label }))
  const linksByPath = new Map([...allLinks(sections), ...tabs].filter(({ to }) => to !== HOME).map((link) => [link.to, link]))
  return {
    pinned: pinnedPaths.flatMap((to) => linksByPath.get(to) ?? []),
    canPin: (to) => linksByPath.has(to),
    toggle: (to) => {
      const next = pinnedPaths.includes(to) ? pinnedPaths.filter((path) => path !== to) : [...pinnedPaths, to]
      void keepPreference('menu_pins', next.length > 0 ? next : null)
    },
  }
}
