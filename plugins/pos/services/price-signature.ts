import { type Kernel, sign, verify } from 'stoa'

const PURPOSE = 'pos price'
const WEEK_MS = 7 * 86_400_000
/** Weeks before the current one whose signatures are still good. */
const WEEKS = 1

const getWeek = (at: number): number => Math.floor(at / WEEK_MS)
const signed = (stock: number, price: number, week: number): string => `${stock} ${price} ${week}`

/** Proves to the server later that it gave this price, in minor units, to a device. It stays the same for a week, so that lists do too. */
export function signPrice({ config }: Kernel, stock: number, price: number): string {
  const week = getWeek(Date.now())
  return `${week}.${sign(config, PURPOSE, signed(stock, price, week))}`
}

/** Whether the server gave this price, in minor units, to a device within the last two weeks. */
export function isPriceSigned({ config }: Kernel, stock: number, price: number, signature: string): boolean {
  const [week = '', mac = ''] = signature.split('.')
  const age = getWeek(Date.now()) - Number(week)
  return /^\d{1,6}$/.test(week) && age >= 0 && age <= WEEKS && verify(config, PURPOSE, signed(stock, price, Number(week)), mac)
}
