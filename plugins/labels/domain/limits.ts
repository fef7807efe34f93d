/** Labels of one stock in one print. */
export const MOST_COPIES = 1_000
/** Labels drawn while somebody waits. */
export const MOST_AT_ONCE = 2_000
/** Labels printed as long work. */
export const MOST_IN_RUN = 50_000
