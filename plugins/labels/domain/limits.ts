/** Maximum number of labels of one stock in one print. */
export const MOST_COPIES = 1_000
/** Maximum number of labels of a synchronous print. */
export const MOST_AT_ONCE = 2_000
/** Maximum number of labels of a background print. */
export const MOST_IN_RUN = 50_000
