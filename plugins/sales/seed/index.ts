import type { Seed } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { completeShipped, cancelExpiredOrders } from '../services/order-jobs.ts'
import { ORDER_EMAIL_JOB } from '../services/order/emails.ts'
import { orderTimes } from './seasons.ts'
import { simulateShopper } from './shopper.ts'
import { writeStaffOrder } from './till.ts'

/** One year of sample orders; the other data sets have none. */
export const seedSales: Seed = async ({ year }) => {
  if (!year) return
  // E-mails of the last 60 days are enough; earlier ones would take as long as all the rest.
  year.skip(ORDER_EMAIL_JOB.name, year.on(year.days - 60, 0))
  planOrders(year)
  planStaffOrders(year)
  // The nightly jobs.
  for (let day = 1; day <= year.days; day++)
    year.at(year.on(day, 4, 23), async (ctx) => {
      await completeShipped(ctx)
      await cancelExpiredOrders(ctx)
    })
}

function planOrders(year: YearPlan): void {
  const random = year.random('sales')
  for (const time of orderTimes(year)) year.at(time, (ctx) => simulateShopper(ctx, year, random))
}

/** Orders written by staff, by telephone or at the counter; some stay drafts. */
function planStaffOrders(year: YearPlan): void {
  const random = year.random('till')
  const orderCount = Math.max(6, Math.round(year.orders / 60))
  for (let n = 0; n < orderCount; n++) {
    // The newest ones stay drafts.
    const day = n < 4 ? year.days - n : random.int(1, year.days - 4)
    year.at(year.working(year.on(day, 10, random.int(0, 59))), (ctx) => writeStaffOrder(ctx, year, random, n >= 3))
  }
}
