import { openApi } from '../../cli/openapi/document.ts'
import type { App } from '../../core/app.ts'

/** The input for requests to every staff GET route: path parameters and query strings. */
export interface Walk {
  /** Ids for path parameters, optionally by path. */
  ids: readonly number[] | ((path: string) => readonly number[])
  /**
   * Query strings, such as `q=word&limit=3`, for routes that have one of these parameters. Each route is also requested without a query.
   */
  asking: readonly string[]
}

interface OperationDescription {
  parameters?: { name: string; in: string }[]
}

/**
 * URLs of all staff GET routes in the description, with each resource, each id and each applicable query string. A query string with
 * unknown parameters is skipped, because the response would be the same as without it.
 */
export function addresses(app: App, { ids, asking }: Walk): string[] {
  const found = new Set<string>()
  const { paths } = openApi(app.http)
  const named = Object.keys(paths).flatMap((path) => /^\/api\/admin\/(\w+)\/(?:import|export)$/.exec(path)?.[1] ?? [])
  const ofEach = (path: string) =>
    path.includes('{resource}') ? [...new Set(named)].map((name) => path.replace('{resource}', name)) : [path]
  const all = Object.entries(paths).flatMap(([path, methods]) => ofEach(path).map((concretePath) => [concretePath, methods] as const))
  for (const [path, methods] of all) {
    if (!methods['get'] || !path.startsWith('/api/admin')) continue
    const { parameters = [] } = methods['get'] as OperationDescription
    const queryNames = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name))
    const supportedQueries = asking.filter((question) => [...new URLSearchParams(question).keys()].some((name) => queryNames.has(name)))
    for (const id of path.includes('{') ? new Set(typeof ids === 'function' ? ids(path) : ids) : [0]) {
      const address = path.replaceAll(/\{\w+\}/g, String(id))
      for (const question of ['', ...supportedQueries]) found.add(question === '' ? address : `${address}?${question}`)
    }
  }
  return [...found]
}
