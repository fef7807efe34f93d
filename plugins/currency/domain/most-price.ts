/** Maximum unit price, in units of a currency: multiplied by the maximum quantity it is still an exact integer in cents. */
export const MOST_PRICE = 999_999_999.99
