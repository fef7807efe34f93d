/** The highest price of one of anything, in units of a currency: the largest quantity of it is still a sum that is exact to the cent. */
export const MOST_PRICE = 999_999_999.99
