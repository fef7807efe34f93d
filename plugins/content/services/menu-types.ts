import { type Kernel, contributeAll, extensionPoint } from 'stoa'
import { linkTarget, prefixes } from '../domain/addresses.ts'

/** What an entry of the menu can lead to. A type with neither `of` nor `fixed` leads to whatever its url says. */
export interface MenuType {
  /** Key of what staff choose it by. */
  title: string
  /** Where in the shop an entry of this type leads. A plugin that offers a type answers there. */
  to(url: string): string
  /** Resource whose rows it leads to, each by its `url`. Where that is not installed, the type is not there. */
  of?: string
  /** The url is typed, not chosen among the rows. */
  typed?: boolean
  /** Its entries lead to one page: their url is this, and nobody chooses it. */
  fixed?: string
}

/**
 * Types of entries of the menu. A plugin adds those its pages answer:
 * `offers: [offer(MENU_TYPES, 'event', { title: 'event:menu.event', of: 'event', to: (url) => `/event/${url}` })]`.
 */
export const MENU_TYPES = extensionPoint<MenuType>('content/menu-types', {
  description: 'what an entry of the menu can lead to, by type',
  check: ({ title, of, fixed }) =>
    !/^[a-z][a-z0-9_-]*:[a-z0-9_.]+$/.test(title)
      ? `"${title}" is no key of a text`
      : of !== undefined && fixed !== undefined
        ? 'it leads to rows or to one page, not to both'
        : undefined,
})

const rows = (of: keyof typeof prefixes, more: { typed?: boolean } = {}): MenuType => ({
  ...more,
  title: `content:menu.type_${of}`,
  of,
  to: (url) => prefixes[of] + url,
})

/** What this plugin answers, and goods where somebody keeps some. */
export const ownMenuTypes = contributeAll<MenuType>(MENU_TYPES, {
  category: rows('category', { typed: true }),
  page: rows('page'),
  link: { title: 'content:menu.type_link', to: linkTarget },
  article: rows('article'),
  blog_category: rows('blog_category'),
  landing_page: rows('landing_page'),
  contact_us: { title: 'content:menu.type_contact_us', fixed: 'contact-us', to: () => '/contact-us' },
})

/** The type of that name, if a plugin that is on answers its address. */
export function menuType(kernel: Kernel, name: string): MenuType | undefined {
  const type = kernel.contributions(MENU_TYPES).get(name)
  return type?.of === undefined || kernel.registry.resources.has(type.of) ? type : undefined
}
