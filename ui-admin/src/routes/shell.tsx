import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type AnyRoute, type RouteComponent } from '@tanstack/react-router'
import { screens } from 'virtual:plugins'
import { useEffect, type ComponentType } from 'react'
import type { Manifest } from 'stoa/api-types'
import { inTime } from '../common/load-chunk.ts'
import { notify } from '../common/toasts.tsx'
import { ResetPassword } from '../entry/reset-password.tsx'
import { t } from '../i18n/index.ts'
import { BrokenScreen } from '../shell/broken-screen.tsx'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Shell } from '../shell/shell.tsx'
import { history, useSession } from '../state/session.ts'
import { guestRoutes } from './guest.ts'
import { whyMissing } from './missing-right.ts'
import { entryPaths, hasSettings, HOME, listPages, type Page } from './pages.ts'
import { plainSearch } from './search.ts'

/** Key of everything that affects the routes. */
export function routesKey(manifest: Manifest): string {
  const resources = Object.values(manifest.resources).map((r) => `${r.path}:${r.verbs.join()}`)
  return JSON.stringify([resources, manifest.screens, manifest.denied, hasSettings(manifest)])
}

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

function pluginScreen(id: string): Screen {
  const load = screens[id]
  return load ? (late(load) as Screen) : () => <MissingScreen id={id} />
}

function toComponent(page: Page): RouteComponent {
  const show = (component: unknown) => component as RouteComponent
  switch (page.kind) {
    case 'home':
      return show(late(() => import('../dashboard/dashboard.tsx'), 'Dashboard'))
    case 'profile':
      return show(late(() => import('../profile/profile.tsx'), 'Profile'))
    case 'settings':
      return show(late(() => import('../settings/configuration.tsx'), 'Configuration'))
    case 'denied':
      return Denied
    case 'screen':
      return show(pluginScreen(page.screen))
    case 'list':
      return () => <List name={page.resource.name} />
    default:
      return () => <Form name={page.resource.name} mode={page.kind} />
  }
}

/** Router of a signed-in user: generic screens of every resource, overridden by screens of plugins. */
export function buildShellRouter(manifest: Manifest) {
  const root = createRootRoute()
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
  const children: AnyRoute[] = [...listPages(manifest)].map(([path, page]) =>
    createRoute({ getParentRoute: () => shell, path, component: toComponent(page) }),
  )
  shell.addChildren(children)
  const outside: AnyRoute[] = [
    createRoute({ getParentRoute: () => root, path: '/admin', component: () => <ToHome tell={false} /> }),
    createRoute({ getParentRoute: () => root, path: entryPaths.login, component: AfterLogin }),
    createRoute({ getParentRoute: () => root, path: entryPaths.forgetPassword, component: AfterLogin }),
    createRoute({ getParentRoute: () => root, path: entryPaths.resetPassword, component: ResetPassword }),
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
