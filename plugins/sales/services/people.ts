import { hasPermission, basic, type Ctx, sql } from 'stoa'
import type { PriceGroup } from 'stoa/plugins/catalogue'
import { readBuyerTraits, type PersonRole, leadsToPersonSql } from 'stoa/plugins/people'

/** Moves the orders of a merged person to the surviving person. */
export async function moveOrdersOfMergedPerson(
  { kernel }: Ctx,
  { survivorId, loserId }: { survivorId: number; loserId: number },
): Promise<void> {
  await kernel.db.run(sql`update sales_order set person_id = ${survivorId} where person_id = ${loserId}`)
}

/** Persons who ordered are visible to staff who may read orders. */
export const buyerRole: PersonRole = {
  shows: ({ actor }, person) =>
    hasPermission(actor, 'get order')
      ? sql`exists (select from sales_order o where o.person_id = ${person} and o.status <> 'draft'
          and ${leadsToPersonSql({ person, email: sql`o.email`, customer: sql`o.customer_id` })})`
      : undefined,
}

/** A customer pays the prices of their group. */
export const groupPricing: PriceGroup = {
  findGroupId: async ({ kernel }, customer, db) =>
    (await readBuyerTraits(db, customer, kernel.settings.of(basic).time_zone))?.group ?? null,
}
