/** Most lines one call speaks of. */
export const MOST_LINES = 200
