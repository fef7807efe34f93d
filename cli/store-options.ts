import { getSessionCookieName } from '../core/access/session.ts'
import type { Kernel } from '../core/context.ts'
import { type Directive, PAGE_SOURCES } from '../core/kernel/extension-points.ts'
import { toLocale } from '../core/i18n/locale.ts'
import type { Locale } from '../core/api-types.ts'
import { basic } from '../core/setting/basic.ts'
import type { StoreSiteOptions } from '../ui-store/server/plugin.ts'

/** Options of the store that come from plugins. */
export const storeOptions = (kernel: Kernel): Pick<StoreSiteOptions, 'routes' | 'slots' | 'sources' | 'spoken' | 'staffCookie'> => ({
  routes: kernel.registry.storeScreens,
  slots: kernel.registry.plugins.flatMap((p) => p.store?.slots ?? []),
  sources: (page) => pageSources(kernel, page),
  spoken: (acceptLanguage) => firstSpoken(acceptLanguage, kernel.settings.of(basic).supported_languages),
  staffCookie: getSessionCookieName(kernel, 'admin'),
})

/** The first supported language of an `Accept-Language` header (RFC 9110 §12.5.4), by weight and then by position. */
export function firstSpoken(acceptLanguage: string | undefined, supported: readonly string[]): Locale | undefined {
  return (acceptLanguage ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => getLocale(tag))
    .find((locale) => locale !== undefined && supported.includes(locale))
}

/** A tag is supported when the result does not depend on the fallback. */
const getLocale = (tag: string): Locale | undefined => {
  const [either, or] = [toLocale(tag, 'en-US'), toLocale(tag, 'zh-CN')]
  return either === or ? either : undefined
}

/** Hosts that plugins add to the policy of a page, by directive. */
export function pageSources(kernel: Kernel, page: { path: string; local: boolean }): Partial<Record<Directive, string[]>> {
  const open: Partial<Record<Directive, string[]>> = {}
  for (const { sources, when } of kernel.contributions(PAGE_SOURCES).values()) {
    if (when && !when({ kernel, ...page })) continue
    for (const [directive, list] of Object.entries(sources) as [Directive, readonly string[]][])
      open[directive] = [...new Set([...(open[directive] ?? []), ...list])]
  }
  return open
}
