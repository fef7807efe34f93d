import type { Ctx } from '../context.ts'
import type { Fields } from '../fields/types.ts'
import { NOT_FOUND } from './errors.ts'
import type { Route } from './route.ts'

interface Redirect {
  /** The method and path before the rename. */
  on: Route['on']
  /** The route it redirects to. */
  to: Route
  /** Parameters of the old path beside `:id`. */
  params?: Fields
  /** Parameters of the new path that the old one does not have. */
  values?: Readonly<Record<string, string>>
}

/** Operation id: that of the target route plus the fixed segments of the old path. */
const getName = ({ on, to }: Redirect) => [`${to.id}_at`, ...(on.match(/(?<=\/)\w+/g) ?? [])].join('_')

/**
 * A redirect from the path a route had before it was renamed. It responds with 308, so that clients resend method and body, and
 * keeps the query string. It has the access rules of the new route. The API description marks it as deprecated.
 */
export function redirectRoute(redirect: Redirect): Route {
  const { on, to, params, values = {} } = redirect
  const { needs, open, getNeeds, access, allowCrossOrigin, fresh, summary } = to
  const oldPath = on.slice(on.indexOf(' ') + 1)
  const newPath = to.on.slice(to.on.indexOf(' ') + 1)
  const getNewNeeds = getNeeds && ((ctx: Ctx, pathParams: Readonly<Record<string, string>>) => getNeeds(ctx, { ...pathParams, ...values }))
  const requirements = { needs, open, access, allowCrossOrigin: allowCrossOrigin, fresh, getNeeds: getNewNeeds }
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
