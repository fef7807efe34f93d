import { cookieName } from '../core/access/session.ts'
import type { Kernel } from '../core/context.ts'
import { type Directive, PAGE_SOURCES } from '../core/kernel/points.ts'
import type { StoreSiteOptions } from '../ui-store/server/plugin.ts'

/** What the store has to know of the plugins. */
export const storeOptions = (kernel: Kernel): Pick<StoreSiteOptions, 'routes' | 'slots' | 'sources' | 'staffCookie'> => ({
  routes: kernel.registry.plugins.flatMap((p) => p.store?.screens ?? []),
  slots: kernel.registry.plugins.flatMap((p) => p.store?.slots ?? []),
  sources: (page) => pageSources(kernel, page),
  staffCookie: cookieName(kernel, 'admin'),
})

/** What plugins open for a page, each directive with all its hosts. */
export function pageSources(kernel: Kernel, page: { path: string; local: boolean }): Partial<Record<Directive, string[]>> {
  const open: Partial<Record<Directive, string[]>> = {}
  for (const { sources, when } of kernel.offers(PAGE_SOURCES).values()) {
    if (when && !when({ kernel, ...page })) continue
    for (const [directive, list] of Object.entries(sources) as [Directive, readonly string[]][])
      open[directive] = [...new Set([...(open[directive] ?? []), ...list])]
  }
  return open
}
