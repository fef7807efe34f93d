import { createRoute, lazyRouteComponent, type AnyRootRoute, type AnyRoute } from '@tanstack/react-router'
import { guestPages } from 'virtual:plugins'
import { adminPath } from '../common/link.tsx'
import { inTime } from '../common/load-chunk.ts'

/**
 * Routes of the pages that plugins export as `guestPages`. They are outside the frame of the admin and the same with and without a staff
 * session, for devices that have a credential of their own. The build knows them: before the sign-in there is no manifest.
 */
export const guestRoutes = (root: AnyRootRoute): AnyRoute[] =>
  Object.entries(guestPages).map(([path, load]) =>
    createRoute({
      getParentRoute: () => root,
      path: adminPath(path),
      component: lazyRouteComponent(() => inTime(load) as Promise<Record<string, unknown>>),
    }),
  )
