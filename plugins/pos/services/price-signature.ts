import { type Kernel, sign, verify } from 'stoa'

const PURPOSE = 'pos price'
const WEEK_MS = 7 * 86_400_000
/** Number of past weeks whose signatures are valid. */
const WEEKS = 1

const getWeek = (at: number): number => Math.floor(at / WEEK_MS)
const signed = (stock: number, price: number, week: number): string => `${stock} ${price} ${week}`

/**
 * Signs a price, in minor units, so that the server can later verify that it sent it to a device. The signature is
 * constant for a week, so that item lists are too.
 */
export function signPrice({ config }: Kernel, stock: number, price: number): string {
  const week = getWeek(Date.now())
  return `${week}.${sign(config, PURPOSE, signed(stock, price, week))}`
}

/** Whether the server sent this price, in minor units, to a device within the last two weeks. */
export function isPriceSigned({ config }: Kernel, stock: number, price: number, signature: string): boolean {
  const [week = '', mac = ''] = signature.split('.')
  const age = getWeek(Date.now()) - Number(week)
  return /^\d{1,6}$/.test(week) && age >= 0 && age <= WEEKS && verify(config, PURPOSE, signed(stock, price, Number(week)), mac)
}
