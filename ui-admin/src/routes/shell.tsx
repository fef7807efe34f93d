import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type AnyRoute, type RouteComponent } from '@tanstack/react-router'
import { screens } from 'virtual:plugins'
import { useEffect, type ComponentType } from 'react'
import type { Manifest, ResourceInfo } from 'stoa/api-types'
import { inTime } from '../common/load-chunk.ts'
import { adminPath } from '../common/link.tsx'
import { notify } from '../common/toasts.tsx'
import { ResetPassword } from '../entry/reset-password.tsx'
import { t } from '../i18n/index.ts'
import { HOME, SETTINGS } from '../shell/menu.ts'
import { BrokenScreen } from '../shell/broken-screen.tsx'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Shell } from '../shell/shell.tsx'
import { can, history, useSession } from '../state/session.ts'
import { guestRoutes } from './guest.ts'
import { whyMissing } from './missing-right.ts'
import { plainSearch } from './search.ts'

/** Key of everything that affects the routes. */
export function routesKey(manifest: Manifest): string {
  const resources = Object.values(manifest.resources).map((r) => `${r.path}:${r.verbs.join()}`)
  return JSON.stringify([resources, manifest.screens, manifest.denied, hasSettings(manifest)])
}

/** Whether the settings page is available. Without permission to change settings, some of its cards may still be. */
const hasSettings = ({ menu }: Manifest) => menu.some(({ items }) => items.some(({ to }) => to === SETTINGS))

function ToHome({ tell }: { tell: boolean }) {
  const { manifest } = useSession()
  useEffect(() => {
    const { pathname } = history.location
    history.replace(HOME)
    if (tell) void whyMissing(pathname, manifest).then((lines) => notify({ intent: 'warning', title: t('page.notFound'), lines }))
    // The requested URL is used only once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tell])
  return null
}

const Denied = () => <ToHome tell />

/** After the sign-in, redirects to the requested page, if it is a page of the admin. */
function AfterLogin() {
  useEffect(() => {
    const next = new URLSearchParams(history.location.search).get('next') ?? ''
    history.replace(/^\/admin\/(?!login|forget-password)/.test(next) ? next : HOME)
  }, [])
  return null
}

type Screen = ComponentType<Record<string, unknown>>

/** A lazy-loaded screen. A failed load is shown by the error page of the router. */
const late = <T extends object>(load: () => Promise<T>, name?: keyof T & string) =>
  lazyRouteComponent(() => inTime(load) as Promise<Record<string, unknown>>, name)

const List = late(() => import('../list/list-screen.tsx'), 'ListScreen') as ComponentType<{
  name: string
}>
const Form = late(() => import('../form/form-screen.tsx'), 'FormScreen') as ComponentType<{
  name: string
  mode: 'create' | 'edit' | 'view'
}>

function genericScreens(resource: ResourceInfo): Record<string, () => unknown> {
  const base = adminPath(resource.path)
  const name = resource.name
  const found: Record<string, () => unknown> = {}
  if (can(resource, 'get')) {
    found[base] = () => <List name={name} />
    found[`${base}/edit/$id`] = () => <Form name={name} mode={can(resource, 'update') ? 'edit' : 'view'} />
    found[`${base}/view/$id`] = () => <Form name={name} mode="view" />
  }
  if (can(resource, 'create')) found[`${base}/create`] = () => <Form name={name} mode="create" />
  return found
}

function pluginScreen(id: string): Screen {
  const load = screens[id]
  return load ? (late(load) as Screen) : () => <MissingScreen id={id} />
}

/** Both `order/{id}` and `order/:id` become `order/$id`. */
const routePath = (path: string): string => adminPath(path).replace(/\{(\w+)\}|:(\w+)/g, (_, a, b) => `$${a ?? b}`)

function allScreens(manifest: Manifest): Record<string, RouteComponent> {
  const found: Record<string, unknown> = {
    [HOME]: late(() => import('../dashboard/dashboard.tsx'), 'Dashboard'),
    '/admin/profile': late(() => import('../profile/profile.tsx'), 'Profile'),
  }
  if (hasSettings(manifest)) {
    found[SETTINGS] = late(() => import('../settings/configuration.tsx'), 'Configuration')
  }
  for (const resource of Object.values(manifest.resources)) Object.assign(found, genericScreens(resource))
  for (const { path, screen } of manifest.screens) found[routePath(path)] = pluginScreen(screen)
  // Otherwise the last segment of such a path would be taken for the id of a row.
  for (const { path } of manifest.denied) found[routePath(path)] ??= Denied
  // A resource with its own screen is shown there, whatever the path.
  for (const { path } of Object.values(manifest.resources)) {
    const base = adminPath(path)
    if (found[`${base}/$id`] && found[`${base}/view/$id`]) found[`${base}/view/$id`] = found[`${base}/$id`]
  }
  return found as Record<string, RouteComponent>
}

/** Router of a signed-in user: generic screens of every resource, overridden by screens of plugins. */
export function buildShellRouter(manifest: Manifest) {
  const root = createRootRoute()
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
  const children: AnyRoute[] = Object.entries(allScreens(manifest)).map(([path, component]) =>
    createRoute({ getParentRoute: () => shell, path, component }),
  )
  shell.addChildren(children)
  const outside: AnyRoute[] = [
    createRoute({ getParentRoute: () => root, path: '/admin', component: () => <ToHome tell={false} /> }),
    createRoute({ getParentRoute: () => root, path: '/admin/login', component: AfterLogin }),
    createRoute({ getParentRoute: () => root, path: '/admin/forget-password', component: AfterLogin }),
    createRoute({ getParentRoute: () => root, path: '/admin-reset-password', component: ResetPassword }),
    ...guestRoutes(root),
    createRoute({ getParentRoute: () => root, path: '/$', component: () => <ToHome tell /> }),
  ]
  return createRouter({
    history,
    ...plainSearch,
    scrollRestoration: true,
    routeTree: root.addChildren([shell, ...outside]),
    defaultErrorComponent: BrokenScreen,
    defaultNotFoundComponent: () => <ToHome tell />,
  })
}
