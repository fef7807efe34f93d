import type { Manifest, MenuItem, MenuSection } from 'stoa/api-types'
import { adminPath } from '../common/link.tsx'
import { useSession } from '../state/session.ts'
import { usePathname } from './use-pathname.ts'

/** The menu with full addresses, and which entry the current page belongs to. */
export function useMenu(): { sections: MenuSection[]; current: string } {
  const { manifest } = useSession()
  const pathname = usePathname()
  const sections = manifest.menu
    .filter((section) => section.items.length > 0)
    .map((section) => ({
      ...section,
      items: section.items.map((item) => ({ ...item, to: adminPath(item.to) })),
    }))
  return {
    sections,
    current: currentItem(
      sections.flatMap((section) => section.items),
      belongsTo(manifest, pathname),
    ),
  }
}

/** The path a page is looked for in the menu by: its own, unless its screen names another one. */
function belongsTo(manifest: Manifest, pathname: string): string {
  const menu = manifest.screens.find((screen) => adminPath(screen.path) === pathname)?.menu
  return menu === undefined ? pathname : adminPath(menu)
}

/** The entry with the longest path that the page lies under. */
function currentItem(items: MenuItem[], pathname: string): string {
  const fits = items
    .map((item) => item.to)
    .filter((to) => {
      const path = to.split('?')[0] ?? to
      return pathname === path || pathname.startsWith(`${path}/`)
    })
  return fits.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** Name of the menu section a path is listed in. */
export function getSectionLabel(manifest: Manifest, path: string): string | undefined {
  const to = adminPath(path)
  return manifest.menu.find((section) => section.items.some((item) => adminPath(item.to) === to))?.label
}
