import type { Manifest, ResourceInfo } from 'stoa/api-types'

/** Paths of the pages outside the frame of the admin, which need no session. */
export const entryPaths = {
  login: '/admin/login',
  forgetPassword: '/admin/forget-password',
  resetPassword: '/admin-reset-password',
} as const

/** Path of the dashboard. */
export const HOME = '/admin/dashboard'

/** Path of the settings page. */
export const SETTINGS = '/admin/configuration'

/** What a path shows. `denied` explains the missing permission and redirects to the dashboard. */
export type Page =
  | { kind: 'home' | 'profile' | 'settings' | 'denied' }
  | { kind: 'list'; resource: ResourceInfo }
  | { kind: 'create' | 'edit' | 'view'; resource: ResourceInfo }
  | { kind: 'screen'; screen: string }

/** `order` and `/admin/order` become `/admin/order`; `order/{id}` and `order/:id` become `/admin/order/$id`. */
const toRoutePath = (path: string): string =>
  `/admin/${path.replace(/^\/?(?:admin\/)?/, '')}`.replace(/\{(\w+)\}|:(\w+)/g, (_, a, b) => `$${a ?? b}`)

/** Whether the settings page is available. Without permission to change settings, some of its cards may still be. */
export const hasSettings = ({ menu }: Pick<Manifest, 'menu'>): boolean => menu.some(({ items }) => items.some(({ to }) => to === SETTINGS))

/** Generic pages of a resource, as far as its verbs are allowed. */
function listGenericPages(resource: ResourceInfo): [string, Page][] {
  const base = toRoutePath(resource.path)
  const has = (verb: ResourceInfo['verbs'][number]) => resource.verbs.includes(verb)
  const pages: [string, Page][] = []
  if (has('get'))
    pages.push(
      [base, { kind: 'list', resource }],
      [`${base}/edit/$id`, { kind: has('update') ? 'edit' : 'view', resource }],
      [`${base}/view/$id`, { kind: 'view', resource }],
    )
  if (has('create')) pages.push([`${base}/create`, { kind: 'create', resource }])
  return pages
}

/** All pages of a signed-in account by route path: generic pages of every resource, overridden by screens of plugins. */
export function listPages(manifest: Manifest): Map<string, Page> {
  const resources = Object.values(manifest.resources)
  const pages = new Map<string, Page>([
    [HOME, { kind: 'home' }],
    ['/admin/profile', { kind: 'profile' }],
  ])
  if (hasSettings(manifest)) pages.set(SETTINGS, { kind: 'settings' })
  for (const resource of resources) for (const [path, page] of listGenericPages(resource)) pages.set(path, page)
  for (const { path, screen } of manifest.screens) pages.set(toRoutePath(path), { kind: 'screen', screen })
  // Otherwise the last segment of such a path would be taken for the id of a row.
  for (const { path } of manifest.denied) if (!pages.has(toRoutePath(path))) pages.set(toRoutePath(path), { kind: 'denied' })
  // A resource with its own screen is shown there, whatever the path.
  for (const { path } of resources) {
    const own = pages.get(`${toRoutePath(path)}/$id`)
    const view = `${toRoutePath(path)}/view/$id`
    if (own && pages.has(view)) pages.set(view, own)
  }
  return pages
}
