import { type Kernel, contributeAll, extensionPoint } from 'stoa'
import { linkTarget, prefixes } from '../domain/addresses.ts'

/** A type of menu entry. A type with neither `of` nor `fixed` uses the url as typed. */
export interface MenuType {
  /** Message key of the label. */
  title: string
  /** The store path of an entry. The plugin that contributes the type serves it. */
  to(url: string): string
  /** The resource whose rows it links to by `url`. Without the resource the type is not available. */
  of?: string
  /** The url is typed, not selected from the rows. */
  typed?: boolean
  /** The constant url of a type with a single page. */
  fixed?: string
}

/**
 * Types of menu entries. A plugin contributes those of its pages: `contributions: [contribute(MENU_TYPES, 'event', { title:
 * 'event:menu.event', of: 'event', to: (url) => `/event/${url}` })]`.
 */
export const MENU_TYPES = extensionPoint<MenuType>('content/menu-types', {
  description: 'targets of store menu entries, by type',
  check: ({ title, of, fixed }) =>
    !/^[a-z][a-z0-9_-]*:[a-z0-9_.]+$/.test(title)
      ? `"${title}" is no key of a text`
      : of !== undefined && fixed !== undefined
        ? 'it leads to rows or to one page, not to both'
        : undefined,
})

const rows = (resource: keyof typeof prefixes, more: { typed?: boolean } = {}): MenuType => ({
  ...more,
  title: `content:menu.type_${resource}`,
  of: resource,
  to: (url) => prefixes[resource] + url,
})

/** Menu types of this plugin, and of the catalogue if it is installed. */
export const ownMenuTypes = contributeAll<MenuType>(MENU_TYPES, {
  category: rows('category', { typed: true }),
  page: rows('page'),
  link: { title: 'content:menu.type_link', to: linkTarget },
  article: rows('article'),
  blog_category: rows('blog_category'),
  landing_page: rows('landing_page'),
  contact_us: { title: 'content:menu.type_contact_us', fixed: 'contact-us', to: () => '/contact-us' },
})

/** The menu type with this name, if an enabled plugin contributes it. */
export function menuType(kernel: Kernel, name: string): MenuType | undefined {
  const type = kernel.contributions(MENU_TYPES).get(name)
  return type?.of === undefined || kernel.registry.resources.has(type.of) ? type : undefined
}
