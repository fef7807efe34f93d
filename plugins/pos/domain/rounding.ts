/** What cash leaves out of an amount, since no coin is smaller than `coin`: always in favour of whoever pays. In minor units. */
export const getRoundingDifference = (cash: number, coin: number): number => (cash > 0 && coin > 1 ? cash % coin : 0)
