import type { YearPlan } from 'stoa/year'

const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'Asia/Hong_Kong', month: 'numeric', day: 'numeric' })
const solar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' })

/** Month and day of the Chinese calendar, such as "8/15" for the Mid-Autumn Festival. */
function lunarDay(date: Date): string {
  const parts = lunar.formatToParts(date)
  const getPart = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${getPart('month')}/${getPart('day')}`
}

/** Weight of each weekday, from Sunday. */
const WEEK = [1.25, 0.9, 0.85, 0.9, 1, 1.1, 1.3]
/** Weight of each hour, from midnight: peaks at lunch and after dinner. */
const HOURS = [3, 1, 0.5, 0.3, 0.3, 0.5, 1, 2, 3, 5, 6, 6, 8, 7, 5, 5, 5, 5, 6, 6, 8, 10, 10, 7]

/** Factor of sales `ahead` days before a holiday. */
const getHolidayFactor = (ahead: number | undefined, maxFactor: number, days: number): number =>
  ahead === undefined || ahead <= 0 || ahead > days ? 1 : 1 + (maxFactor - 1) * (1 - Math.abs(ahead - days / 3) / days)

/** Factor of sales for each day, relative to an ordinary day. */
export function seasonalFactors(year: YearPlan): number[] {
  const days = Array.from({ length: year.days + 60 }, (_, day) => year.on(day, 12))
  const findFestivalDays = (name: string) => days.flatMap((date, day) => (lunarDay(date) === name ? [day] : []))
  const [newYear, moon] = [findFestivalDays('1/1'), findFestivalDays('8/15')]
  const next = (list: readonly number[], day: number) => list.map((feastDay) => feastDay - day).find((ahead) => ahead >= 0)
  return days.slice(0, year.days + 1).map((moment, day) => {
    const date = solar.format(moment).slice(5)
    const growth = 0.8 + (0.4 * day) / year.days
    const closed = newYear.some((start) => day >= start && day < start + 3) ? 0.25 : 1
    const singles = date === '11-11' ? 5 : date >= '11-09' && date <= '11-12' ? 2 : 1
    const christmas = date >= '12-08' && date <= '12-22' ? 1.9 : date >= '12-23' && date <= '12-25' ? 1.2 : 1
    const week = WEEK[new Date(moment.getTime() + 8 * 3_600_000).getUTCDay()] ?? 1
    return (
      growth *
      closed *
      singles *
      christmas *
      week *
      getHolidayFactor(next(newYear, day), 2.6, 21) *
      getHolidayFactor(next(moon, day), 1.9, 21)
    )
  })
}

/** Random times of orders, unsorted. */
export function orderTimes(year: YearPlan): Date[] {
  const random = year.random('sales times')
  const weights = seasonalFactors(year)
  const sum = weights.reduce((all, w) => all + w, 0)
  const hours = HOURS.reduce((all, w) => all + w, 0)
  const pickIndex = (list: readonly number[], all: number) => {
    let left = random.next() * all
    const found = list.findIndex((w) => (left -= w) < 0)
    return found < 0 ? list.length - 1 : found
  }
  return Array.from({ length: year.orders }, () => year.on(pickIndex(weights, sum), pickIndex(HOURS, hours), random.int(0, 59)))
}
