import { hasPermission, basic, type Ctx, AppError, formatMoney, NOT_FOUND, sql } from 'stoa'
import { topCategories } from 'stoa/plugins/catalogue'
import { baseCurrency } from 'stoa/plugins/currency'
import { PAYMENTS } from 'stoa/plugins/payments'
import { isDiscountInputRead } from 'stoa/plugins/sales'
import { store as stores } from 'stoa/plugins/stores'
import { posRules } from '../settings.ts'
import type { Till } from '../api-types.ts'
import { readLimits } from './limits.ts'
import { getSmallestCoin } from './smallest-coin.ts'
import { getMethodTitle } from './method-title.ts'

/** An enabled store of the member of staff. @throws AppError NOT_FOUND */
export async function findStore(ctx: Ctx, id: number): Promise<typeof stores.Row & { id: number }> {
  const row = await ctx.kernel.resources.get(ctx, stores, id)
  if (!row.enabled) throw new AppError(NOT_FOUND)
  return row
}

interface RegisterRow {
  id: number
  code: string
  name: string
  session: Till['registers'][number]['session']
}

/** All data a device needs before it can sell at a store. */
export async function readTill(ctx: Ctx, storeId: number, device: string | null): Promise<Till> {
  const { kernel, actor } = ctx
  const [store, registers, categories] = await Promise.all([
    findStore(ctx, storeId),
    kernel.db
      .rows<RegisterRow>(sql`select r.id, r.code, r.name, case when s.id is not null then json_build_object('id', s.id, 'number', s.number,
        'register_id', r.id, 'status', s.status, 'place', coalesce(d.place, 0), 'last', coalesce(d.last, 0)) end as session
      from pos_register r left join pos_session s on s.register_id = r.id and s.status in ('processing', 'payment_review')
      left join pos_device d on d.session_id = s.id and d.device = ${device}::uuid
      where r.store_id = ${storeId} and r.enabled order by r.code`),
    topCategories(kernel.db, ctx),
  ])
  const currency = baseCurrency(kernel)
  const rules = kernel.settings.of(posRules, ctx.language)
  const offers = await kernel.get(PAYMENTS).listOffers(ctx, { currency, channel: 'pos' })
  return {
    store: { id: storeId, code: store.code, name: store.name, address: store.address, phone: store.phone },
    shop: String(kernel.settings.of(basic, ctx.language).name ?? ''),
    currency,
    codes: isDiscountInputRead(kernel, 'codes'),
    points: isDiscountInputRead(kernel, 'points'),
    coin: formatMoney(getSmallestCoin(kernel)),
    tolerance: rules.tolerance,
    ways: offers.map(({ code }) => ({ code, cash: code === rules.cash_method, title: getMethodTitle(ctx, offers, code) })),
    header: rules.receipt_header,
    footer: rules.receipt_footer,
    categories,
    registers,
    me: { id: 'id' in actor ? actor.id : 1, name: 'name' in actor ? actor.name : actor.kind },
    may: await listPermissions(ctx),
  }
}

/** Permissions and limits of the actor at the register. */
export async function listPermissions(ctx: Ctx): Promise<Till['may']> {
  const limits = await readLimits(ctx)
  const may = (right: string) => hasPermission(ctx.actor, right)
  return {
    sell: may('sell pos ticket'),
    reprice: may('reprice pos ticket'),
    most_off: limits.off,
    give_back: may('return pos ticket'),
    most_back: limits.back === null ? null : formatMoney(limits.back),
    unproven: may('refund pos ticket'),
    oversell: may('oversell pos ticket'),
    open: may('open pos session'),
    close: may('close pos session'),
    cash: may('move pos cash'),
    settle: may('settle pos session'),
  }
}
