import type { Ctx } from '../context.ts'
import type { Fields } from '../fields/types.ts'
import { NOT_FOUND } from './errors.ts'
import type { Route } from './route.ts'

interface Redirect {
  /** Method and path that were called before the rename. */
  on: Route['on']
  /** The route they lead to. */
  to: Route
  /** Parts of the old path beside `:id`. */
  params?: Fields
  /** Parts of the new path that the old one does not have. */
  values?: Readonly<Record<string, string>>
}

/** Name of the operation: that of the route it leads to, and the fixed words of the old path. */
const getName = ({ on, to }: Redirect) => [`${to.id}_at`, ...(on.match(/(?<=\/)\w+/g) ?? [])].join('_')

/**
 * A route at the path another route had before it was renamed. It answers 308 with the new path, so that method and body are sent there,
 * and keeps the query. Whoever may call the new route gets that answer; the description marks the old path as deprecated.
 */
export function redirectRoute(redirect: Redirect): Route {
  const { on, to, params, values = {} } = redirect
  const { needs, open, needsOf, access, fromAnywhere, fresh, summary } = to
  const oldPath = on.slice(on.indexOf(' ') + 1)
  const newPath = to.on.slice(to.on.indexOf(' ') + 1)
  const needsOfNew = needsOf && ((ctx: Ctx, pathParams: Readonly<Record<string, string>>) => needsOf(ctx, { ...pathParams, ...values }))
  const requirements = { needs, open, access, fromAnywhere, fresh, needsOf: needsOfNew }
  return {
    on,
    id: getName(redirect),
    summary,
    description: `Use \`${to.on}\`; this path goes with the next release.`,
    deprecated: true,
    ...(Object.fromEntries(Object.entries(requirements).filter(([, value]) => value !== undefined)) as Partial<Route>),
    ...(params ? { params } : {}),
    response: null,
    status: 308,
    errors: [NOT_FOUND],
    run: ({ request, reply }) => {
      const pathParams = { ...(request.params as Record<string, string>), ...values }
      const path = newPath.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(pathParams[name] ?? ''))
      const prefix = (request.routeOptions.url ?? '').slice(0, -oldPath.length)
      const [, query] = request.url.split(/\?(.*)/s)
      return reply.redirect(`${prefix}${path}${query === undefined ? '' : `?${query}`}`, 308)
    },
  }
}
