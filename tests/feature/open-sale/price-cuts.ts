import { f, AppError, validationError, splitByWeight, sql, message, WRONG_STATE } from 'stoa'
import type { AdjustmentProvider } from '../../../plugins/sales/index.ts'

/** A code reduces the price by a percentage, as long as it has uses left. */
export const coupons: AdjustmentProvider = {
  choice: { code: f.text({ maxLength: 20 }) },
  async prepare(_, __, choice, db) {
    if (!choice) return () => []
    const { code } = choice as { code: string }
    const coupon = await db.one<{ id: number; percent: number }>(
      sql`select id, percent from ticket_coupon where code = ${code.toUpperCase()} and uses > 0`,
    )
    if (!coupon) throw validationError({ code: message('core:rule.not_exists') })
    return ({ lines }) => [
      {
        label: `${coupon.percent} % off`,
        code: code.toUpperCase(),
        source_id: coupon.id,
        shares: lines.map((amount) => Math.floor((amount * coupon.percent) / 100)),
      },
    ]
  },
  async recordUsage(tx, _, { id }, { applied, appliedAmount, returnedAmount }) {
    const coupon = applied[0]?.source_id ?? 0
    const used = await tx.one(sql`select 1 from coupon_use where order_id = ${id}`)
    if (returnedAmount < appliedAmount && !used) {
      if ((await tx.run(sql`update ticket_coupon set uses = uses - 1 where id = ${coupon} and uses > 0`)) === 0)
        throw new AppError(WRONG_STATE)
      await tx.run(sql`insert into coupon_use (order_id) values (${id})`)
    }
    if (returnedAmount === appliedAmount && used) {
      await tx.run(sql`delete from coupon_use where order_id = ${id}`)
      await tx.run(sql`update ticket_coupon set uses = uses + 1 where id = ${coupon}`)
    }
  },
}

/** Points pay for a part of the remaining amount: one point is worth one minor unit. */
export const points: AdjustmentProvider = {
  choice: { spend: f.int({ min: 1, max: 1_000_000 }) },
  async prepare(_, { customer }, choice, db) {
    if (!choice || customer === null) return () => []
    const { spend } = choice as { spend: number }
    const account = await db.one<{ balance: number }>(sql`select balance from point_account where customer_id = ${customer}`)
    const most = Math.min(spend, account?.balance ?? 0)
    return ({ lines }) => {
      const worth = lines.reduce((sum, amount) => sum + amount, 0)
      return [{ label: `${Math.min(most, worth)} points`, shares: splitByWeight(Math.min(most, worth), [...lines]) }]
    }
  },
  async recordUsage(tx, _, { id, customer_id }, { appliedAmount, returnedAmount }) {
    const before = await tx.one<{ spent: number }>(sql`select spent from point_use where order_id = ${id} for update`)
    const more = appliedAmount - returnedAmount - (before?.spent ?? 0)
    if (more === 0) return
    if (
      (await tx.run(
        sql`update point_account set balance = balance - ${more} where customer_id = ${customer_id} and balance >= ${more}`,
      )) === 0
    )
      throw new AppError(WRONG_STATE)
    await tx.run(
      sql`insert into point_use (order_id, spent) values (${id}, ${appliedAmount - returnedAmount}) on conflict (order_id) do update set spent = excluded.spent`,
    )
  },
}
