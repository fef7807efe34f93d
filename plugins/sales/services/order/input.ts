/** Highest number of lines in one call. */
export const MAX_LINES = 200
