/** The plugin whose addresses alone are to be walked: a new one, beside others that owe the same and were looked at without it. */
const NEW = process.env['STOA_TEST_OF']
/** Whether only one plugin's addresses are walked, which has no rows yet. */
export const isNarrowed = NEW !== undefined

/** Routes that a test which walks all of them has to walk: all, or those of `STOA_TEST_OF`. @throws Error when that plugin has none */
export function walked<T extends { plugin: string }>(routes: readonly T[]): readonly T[] {
  if (!isNarrowed) return routes
  const newRoutes = routes.filter(({ plugin }) => plugin === NEW)
  if (newRoutes.length === 0) throw new Error(`STOA_TEST_OF: no address is of "${NEW}"`)
  return newRoutes
}
