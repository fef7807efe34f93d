import type { Locale, ShopConfig, SiteSettings } from '../../../core/wire.ts'
import type { CategoryNode } from '../../../plugins/catalogue/wire.ts'
import type { BlockView, PageView } from '../../../plugins/content/wire.ts'
import { CallFailed } from '../kit/call.ts'
import type { Call } from '../kit/call.ts'
import type { ShellData } from '../kit/types.ts'

/** A part whose plugin may be switched off: its absence is no failure. */
const optional = async <T>(asked: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallFailed) return otherwise
    throw error
  }
}

const listOf = <T>(answer: T[] | { data: T[] }): T[] => (Array.isArray(answer) ? answer : answer.data)

/** Of each page no more than a link needs: the rest would travel with every other page. */
const linksOf = (pages: PageView[]) => pages.slice(0, MOST_PAGES).map(({ title, url }) => ({ title, url }))

const MOST_PAGES = 8

/** Which settings the store needs. */
const GROUPS = 'basic,image,currency,template'

/** Site settings first of all, then what the frame of every page shows. */
export const loadSettings = (call: Call, language: Locale | 'default'): Promise<SiteSettings> =>
  call.get<SiteSettings>('/api/settings', { groups: GROUPS, language })

/** The rest of the frame: rules of the shop, categories and the shop's own blocks. */
export const loadShell = async (call: Call, language: Locale, settings: SiteSettings): Promise<ShellData> => {
  const block = (identifier: string) => optional(call.post<BlockView>('/api/block', { identifier, language }), {})
  const [config, categories, footer, announcement, pages] = await Promise.all([
    call.get<ShopConfig>('/api/config'),
    optional(call.get<CategoryNode[] | { data: CategoryNode[] }>('/api/category', { language }), []),
    block('footer'),
    block('announcement'),
    optional(call.get<PageView[]>('/api/page', { language }), []),
  ])
  return { settings, config, categories: listOf(categories), footer, announcement, pages: linksOf(pages) }
}
