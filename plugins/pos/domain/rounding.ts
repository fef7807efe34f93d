/** Cash rounding: the part of an amount below one `coin`, always in favour of the buyer. In minor units. */
export const getRoundingDifference = (cash: number, coin: number): number => (cash > 0 && coin > 1 ? cash % coin : 0)
