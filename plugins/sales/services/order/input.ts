/** Highest number of lines in one call. */
export const MOST_LINES = 200
