import { defineResource, f, validationError, sql, message, type ValidatedInput } from 'stoa'

/** A warehouse. Lower priority numbers are allocated first. */
export const warehouse = defineResource({
  name: 'warehouse',
  label: 'name',
  match: 'code',
  enabledBy: 'enabled',
  locked: true,
  sortBy: 'priority',
  fields: {
    code: f.key({ unique: true, list: true, sort: true, search: true }),
    name: f.text({ list: true, sort: true, search: true }),
    contact_name: f.text({ default: '' }),
    phone: f.text({ default: '' }),
    email: f.text({ default: '' }),
    address: f.area({ default: '' }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, group: 'side' }),
    priority: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
    is_pickup: f.flag({ default: false, list: true, group: 'side' }),
  },
  hooks: { validate: assertNoReservedStock },
})

/** A warehouse with reserved stock cannot be disabled: the orders could not be shipped. */
async function assertNoReservedStock({ tx, mode, id, input }: ValidatedInput): Promise<void> {
  if (mode !== 'update' || input.enabled !== false) return
  // Locks before the check, so that no order reserves stock here in between.
  await tx.run(sql`select 1 from inventory where warehouse_id = ${id} and quantity > 0 order by id for update`)
  const reservedStock = await tx.one<{ units: number }>(
    sql`select coalesce(sum(reserved), 0)::int as units from inventory where warehouse_id = ${id}`,
  )
  if (reservedStock && reservedStock.units > 0)
    throw validationError({ enabled: message('inventory:error.warehouse_held', { count: reservedStock.units }) })
}
