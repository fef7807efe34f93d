import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ForgetPassword } from '../entry/forget-password.tsx'
import { Login } from '../entry/login.tsx'
import { ResetPassword } from '../entry/reset-password.tsx'
import { history } from '../state/session.ts'
import { plainSearch } from './search.ts'

/** Sends a stranger to the login screen, which brings them back afterwards. */
function ToLogin() {
  useEffect(() => {
    const { pathname, search } = history.location
    const home = pathname === '/admin' || pathname === '/admin/' || pathname === '/admin/dashboard'
    history.replace(home ? '/admin/login' : `/admin/login?next=${encodeURIComponent(pathname + search)}`)
  }, [])
  return null
}

const root = createRootRoute({ notFoundComponent: ToLogin })

/** Screens outside of the session. */
export const entryRouter = createRouter({
  history,
  ...plainSearch,
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/admin/login', component: Login }),
    createRoute({ getParentRoute: () => root, path: '/admin/forget-password', component: ForgetPassword }),
    createRoute({ getParentRoute: () => root, path: '/admin-reset-password', component: ResetPassword }),
  ]),
})
