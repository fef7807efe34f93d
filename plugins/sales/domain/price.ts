import { multiply } from '#core/money'

/** Price of one unit in the currency shown: base price × rate, half up (the first place a fraction can appear). */
export const unitPrice = (baseMinor: number, rate: string): number => (rate === '1' ? baseMinor : multiply(baseMinor, rate))
