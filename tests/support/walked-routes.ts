/** If set, only the routes of this plugin are tested: a new plugin, next to others that were tested without it. */
const NEW = process.env['STOA_TEST_OF']
/** Whether only the routes of one new plugin are tested, which has no rows yet. */
export const isNarrowed = NEW !== undefined

/** The routes for a test that covers all routes: all, or those of `STOA_TEST_OF`. @throws Error if that plugin has none */
export function walked<T extends { plugin: string }>(routes: readonly T[]): readonly T[] {
  if (!isNarrowed) return routes
  const newRoutes = routes.filter(({ plugin }) => plugin === NEW)
  if (newRoutes.length === 0) throw new Error(`STOA_TEST_OF: no address is of "${NEW}"`)
  return newRoutes
}
