import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ForgetPassword } from '../entry/forget-password.tsx'
import { Login } from '../entry/login.tsx'
import { ResetPassword } from '../entry/reset-password.tsx'
import { history } from '../state/session.ts'
import { guestRoutes } from './guest.ts'
import { entryPaths } from './pages.ts'
import { plainSearch } from './search.ts'

/** Redirects to the sign-in page, which returns to the requested page afterwards. */
function ToLogin() {
  useEffect(() => {
    const { pathname, search } = history.location
    const home = pathname === '/admin' || pathname === '/admin/' || pathname === '/admin/dashboard'
    history.replace(home ? '/admin/login' : `/admin/login?next=${encodeURIComponent(pathname + search)}`)
  }, [])
  return null
}

const root = createRootRoute({ notFoundComponent: ToLogin })

/** Routes for users who are not signed in. */
export const entryRouter = createRouter({
  history,
  ...plainSearch,
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: entryPaths.login, component: Login }),
    createRoute({ getParentRoute: () => root, path: entryPaths.forgetPassword, component: ForgetPassword }),
    createRoute({ getParentRoute: () => root, path: entryPaths.resetPassword, component: ResetPassword }),
    ...guestRoutes(root),
  ]),
})
