import type { Locale, ShopConfig, SiteSettings } from '../../../core/wire.ts'
import type { CategoryNode } from '../../../plugins/catalogue/wire.ts'
import type { AnnouncementView, BlockView, ContactSettings, MenuNode } from '../../../plugins/content/wire.ts'
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

type PageLink = { title: string; url: string }

const MOST_PAGES = 8

/** Which settings the store needs. */
const GROUPS = 'basic,image,currency,template,contact,recaptcha'

/** Site settings first of all, then what the frame of every page shows. */
export const loadSettings = (call: Call, language: Locale | 'default'): Promise<SiteSettings> =>
  call.get<SiteSettings>('/api/settings', { groups: GROUPS, language })

/** The rest of the frame: rules of the shop, its navigation, and what it says on every page. */
export const loadShell = async (call: Call, language: Locale, settings: SiteSettings): Promise<ShellData> => {
  const [config, menu, categories, footer, announcements, pages] = await Promise.all([
    call.get<ShopConfig>('/api/config'),
    optional(call.get<MenuNode[]>('/api/menu', { language }), []),
    optional(call.get<CategoryNode[] | { data: CategoryNode[] }>('/api/category', { language }), []),
    optional(call.post<BlockView>('/api/block', { identifier: 'footer', language }), {}),
    optional(call.get<AnnouncementView[]>('/api/announcement', { language }), []),
    optional(call.get<PageLink[]>('/api/page', { language }), []),
  ])
  const contact = (settings.contact ?? {}) as Partial<ContactSettings>
  return { settings, config, contact, menu, categories: listOf(categories), footer, announcements, pages: pages.slice(0, MOST_PAGES) }
}
