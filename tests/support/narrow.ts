/** The plugin whose addresses alone are to be walked: a new one, beside others that owe the same and were looked at without it. */
const NEW = process.env['STOA_TEST_OF']

/** Routes that a test which walks all of them has to walk: all, or those of `STOA_TEST_OF`. @throws Error when that plugin has none */
export function walked<T extends { plugin: string }>(routes: readonly T[]): readonly T[] {
  if (NEW === undefined) return routes
  const own = routes.filter(({ plugin }) => plugin === NEW)
  if (own.length === 0) throw new Error(`STOA_TEST_OF: no address is of "${NEW}"`)
  return own
}

/** The same of operations, which are called what their route is: `GET /api/admin/role/{id}`. */
export function walkedOperations<T extends { at: string }>(
  operations: readonly T[],
  routes: readonly { plugin: string; method: string; url: string }[],
): readonly T[] {
  if (NEW === undefined) return operations
  const own = new Set(walked(routes).map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')}`))
  return operations.filter(({ at }) => own.has(at))
}
