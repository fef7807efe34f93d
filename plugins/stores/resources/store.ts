import { hasPermission, type Ctx, defineResource, f, validationError, type Scope, sql, type Sql, message, type ValidatedInput } from 'stoa'

/** Permission to see every store. */
export const seeAll = 'see all store'

/** Condition that the actor works in the store with the id `store`; null for those who see all. */
export function worksInStoreSql({ actor }: Pick<Ctx, 'actor'>, store: Sql): Sql | null {
  if (actor.kind === 'system' || hasPermission(actor, seeAll)) return null
  if (actor.kind !== 'admin') return sql`false`
  return sql`exists (select 1 from store_account w where w.store_id = ${store} and w.account_id = ${actor.id})`
}

/** Limits stores to those where the actor works. */
const mine: Scope = Object.assign((ctx: Ctx) => worksInStoreSql(ctx, sql`t.id`), { all: seeAll })

/** Limits rows with a `store_id` to the stores where the actor works. */
export const ownStoresScope: Scope = Object.assign((ctx: Ctx) => worksInStoreSql(ctx, sql`t.store_id`), { all: seeAll })

const hours = {
  store_id: f.one('store', { readOnly: true, sheet: false }),
  days: f.weekdays(),
  opens: f.time(),
  closes: f.time(),
}

/** Opening hours of a store on some weekdays. */
export const storeHours = defineResource({
  name: 'store_hours',
  verbs: [],
  label: 'opens',
  fields: hours,
  sheet: { key: ['opens'] },
  hooks: { validate: inOrder },
})

function inOrder({ input, old }: ValidatedInput<typeof hours>): void {
  const opens = input.opens ?? old?.opens
  const closes = input.closes ?? old?.closes
  if (opens && closes && opens >= closes) throw validationError({ closes: message('stores:error.closes') })
}

/** A physical store: address, opening hours, warehouse and staff. */
export const store = defineResource({
  name: 'store',
  label: 'name',
  match: 'code',
  enabledBy: 'enabled',
  locked: true,
  sortBy: 'order',
  fields: {
    name: f.text({ localized: true, list: 1, search: true, maxLength: 120 }),
    code: f.key({ unique: true, list: 2, sort: true, search: true }),
    description: f.area({ localized: true, default: '', maxLength: 2_000 }),
    address: f.area({ localized: true, default: '', list: 3, search: true, maxLength: 500 }),
    phone: f.maybe(f.phone({ list: 4, search: true })),
    email: f.maybe(f.email()),
    image: f.maybe(f.image({ group: 'side' })),
    place: f.maybe(f.place()),
    hours: f.rows(storeHours, { by: 'store_id', group: 'hours' }),
    warehouse_id: f.maybe(f.one('warehouse', { ifInstalled: true, list: 5, filter: true, group: 'side' })),
    pickup_warehouse_id: f.maybe(f.one('warehouse', { ifInstalled: true, group: 'side' })),
    staff: f.many('account', { through: 'store_account', group: 'side' }),
    enabled: f.flag({ default: true, list: 6, filter: true, inline: true, batch: true, group: 'side' }),
    order: f.int({ default: 0, sort: true, group: 'side' }),
  },
  scope: mine,
  store: {
    path: '/store',
    by: 'code',
    show: ['name', 'code', 'description', 'address', 'phone', 'email', 'image', 'place', 'hours'],
    where: sql`t.enabled`,
  },
})
