import { type Actor, type Ctx, type Db, contribute, sql, type Tx } from 'stoa'
import { type ActivityEvent, ACTIVITY_EVENTS, type TimelineSource, TIMELINE } from 'stoa/plugins/people'
import { order } from '../../resources/order.ts'
import type { OrderRow } from '../../resources/order-columns.ts'

const orderSteps = ['placed', 'paid', 'shipped', 'completed', 'canceled', 'refunded'] as const
export type OrderStep = (typeof orderSteps)[number]

/** Activity events of an order, for the buyer's timeline. */
export const orderActivityEvents = orderSteps.map((step) =>
  contribute(ACTIVITY_EVENTS, `order.${step}`, { text: `sales:timeline.${step}`, of: order, visibility: 'person' }),
)

interface OrderActivity extends Pick<OrderRow, 'id' | 'status' | 'customer_id' | 'order_number' | 'currency'> {
  person_id: number | null
  total: number
  step: OrderStep
  /** Who made the change; the job that records it later has no actor. */
  by: Actor['kind'] | null
  by_id: number | null
  at: string | null
}

/** SQL: the activity event of an order `o` for a step `w.step`, with its actor and time from the status history. */
const activityColumnsSql = sql`o.id, o.status, o.customer_id, o.person_id, o.order_number, o.total_minor as total, o.currency, w.step, h.actor_kind as by, h.actor_id as by_id, h.created_at as at`
const historySql = sql`lateral (select * from status_history where document_type = 'order' and document_id = o.id
  and (w.step = 'placed' or to_status = w.step) order by id limit 1) h`

const toActivityEvent = (row: OrderActivity & { person_id: number }, actor: Actor): ActivityEvent => ({
  personId: row.person_id,
  what: `order.${row.step}`,
  params: { number: row.order_number },
  subject: row.id,
  actor: row.by ? { kind: row.by, id: row.by_id } : actor,
  ...(row.at ? { at: new Date(row.at) } : {}),
  amount: { minor: row.total, currency: row.currency },
  dedupeKey: `order.${row.step} ${row.id}`,
})

/** Records an activity event of an order on the buyer's timeline. Idempotent. @returns the order as it is now */
export async function recordActivity(
  { kernel, actor }: Pick<Ctx, 'kernel' | 'actor'>,
  id: number,
  step: OrderStep,
): Promise<Pick<OrderActivity, 'status' | 'customer_id' | 'total'> | undefined> {
  const { db } = kernel
  const o = await db.one<OrderActivity>(sql`select ${activityColumnsSql} from sales_order o cross join (select ${step}::text as step) w
    left join ${historySql} on true where o.id = ${id}`)
  if (o?.person_id) await kernel.get(TIMELINE).record(db, toActivityEvent({ ...o, person_id: o.person_id }, actor))
  return o
}

/** Event listener that records one type of activity event. */
export const createActivityRecorder =
  (step: OrderStep) =>
  async ({ orderId }: { orderId: number }, ctx: Ctx): Promise<void> => {
    await recordActivity(ctx, orderId, step)
  }

/** Records imported orders, with their original times. */
export async function recordImported(tx: Tx, ctx: Ctx, ids: readonly number[]): Promise<void> {
  const timeline = ctx.kernel.get(TIMELINE)
  for (const row of await readActivity(tx, ids)) await timeline.record(tx, toActivityEvent(row, ctx.actor))
}

/** Activity events of orders whose person is known. Carts and drafts were not placed and have none. */
const readActivity = (db: Db, ids: readonly number[]) =>
  db.rows<OrderActivity & { person_id: number }>(sql`
    select ${activityColumnsSql} from sales_order o cross join unnest(${[...orderSteps]}::text[]) w (step) join ${historySql} on true
    where o.id = any(${[...ids]}::bigint[]) and o.person_id is not null and o.placed_at is not null order by o.id, h.id`)

/** All activity events of orders, to rebuild timelines. */
export const orderTimelineSource: TimelineSource = {
  async rebuild({ db }, after, most) {
    const page = await db.rows<{ id: number }>(sql`select id from sales_order where id > ${after} order by id limit ${most}`)
    const rows = await readActivity(
      db,
      page.map(({ id }) => id),
    )
    return {
      events: rows.map((row) => toActivityEvent(row, { kind: 'system', name: 'sales' })),
      last: page.length < most ? null : (page.at(-1)?.id ?? null),
    }
  },
}
