import { openApi } from '../../cli/openapi/document.ts'
import type { App } from '../../core/app.ts'

/** Somebody's questions to every address staff read: what is written into its path, and what is asked of it beside. */
export interface Walk {
  /** Ids that may stand where an address has a gap; of some resources they may be others than of the rest. */
  ids: readonly number[] | ((path: string) => readonly number[])
  /** What may be asked, `q=word&limit=3`: of an address that knows one of the names in it. Each is asked for nothing as well. */
  asking: readonly string[]
}

interface OperationDescription {
  parameters?: { name: string; in: string }[]
}

/**
 * Addresses of all that staff read, as they are described, of each resource where they name one, with each id and each question that means something there: what an
 * address does not know it is not asked, since it would answer as without.
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
