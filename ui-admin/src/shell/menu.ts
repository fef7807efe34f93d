import type { Manifest, MenuItem, MenuLink, MenuSection } from 'stoa/api-types'
import { adminPath } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { HOME } from '../routes/pages.ts'
import { useSession } from '../state/session.ts'
import { usePathname } from './use-pathname.ts'

/** The menu section whose first entry is the dashboard. */
export const HOME_SECTION = 'today'

/** The menu section whose only entry is the settings page. */
const SETTINGS_SECTION = 'settings'

/** The menu with the entry of the current page. */
export function useMenu(): { sections: MenuSection[]; current: string } {
  const { t } = useT()
  const { manifest } = useSession()
  const pathname = usePathname()
  const sections = withDashboard(
    manifest.menu.filter((section) => section.items.length > 0),
    t('dashboard.title'),
  )
  return { sections, current: currentItem(sections, belongsTo(manifest, pathname)) }
}

function withDashboard(menu: readonly MenuSection[], label: string): MenuSection[] {
  const dashboard: MenuItem = { label, to: HOME, icon: 'home' }
  const home = menu.find(({ id }) => id === HOME_SECTION) ?? { id: HOME_SECTION, label, icon: 'home', items: [] }
  return [{ ...home, items: [dashboard, ...home.items] }, ...menu.filter(({ id }) => id !== HOME_SECTION)]
}

/** The path that represents a page in the menu: its own, unless its screen names another. */
function belongsTo(manifest: Manifest, pathname: string): string {
  const menu = manifest.screens.find((screen) => adminPath(screen.path) === pathname)?.menu
  return menu === undefined ? pathname : adminPath(menu)
}

/** An entry with the pages reached from it. */
export const withItems = (item: MenuItem): MenuLink[] => [item, ...(item.items ?? [])]

/** Every page in the menu, including tabs of other pages and cards of the settings. */
export const allLinks = (sections: readonly MenuSection[]): MenuLink[] => sections.flatMap(({ items }) => items.flatMap(withItems))

/** The entry with the longest path that is a prefix of the current one. */
function currentItem(sections: readonly MenuSection[], pathname: string): string {
  const fits = sections
    .flatMap(({ items }) => items)
    .flatMap((item) => withItems(item).map(({ to }) => ({ to: item.to, path: to.split('?')[0] ?? to })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return fits.sort((a, b) => b.path.length - a.path.length)[0]?.to ?? ''
}

/** Breadcrumb of a page: its menu section, or the settings page. */
export function crumbsTo(manifest: Manifest, path: string): { label: string; to?: string }[] {
  const to = adminPath(path)
  for (const { id, label, items } of manifest.menu)
    for (const item of items)
      if (withItems(item).some((link) => link.to === to))
        return id === SETTINGS_SECTION && item.to !== to ? [{ label: item.label, to: item.to }] : [{ label }]
  return []
}

/** The pages that share a header with this one, including itself; empty for most pages. */
export function useTabs(): MenuLink[] {
  const { manifest } = useSession()
  const pathname = usePathname()
  const family = manifest.menu
    .filter(({ id }) => id !== SETTINGS_SECTION)
    .flatMap(({ items }) => items)
    .find((item) => item.items && withItems(item).some(({ to }) => to === pathname))
  return family ? withItems(family) : []
}
