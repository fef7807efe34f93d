import { type Ctx, Failed, type Moving, sql, text, type Tx, WRONG_STATE } from '#core'
import { TIMELINE } from '../../people/index.ts'
import { ORDERS } from '../../sales/index.ts'
import { giveBack } from './money.ts'
import { LETTER, type LetterKind } from './letters.ts'
import { makeSeats } from './door/codes.ts'
import { freePlaces } from './seats.ts'
import { tookOffer } from './waiting/claim.ts'
import { happening, type Told, toldSql, type What } from './teller.ts'

interface Row {
  id: number
  session_id: number
  quantity: number
  status: string
  email: string
  order_id: number | null
  order_line_id: number | null
  sequence: number
}

/** What effects know of a booking, as it is now. */
const rowOf = async (tx: Tx, id: number): Promise<Row> => {
  const row = await tx.one<Row>(
    sql`select id, session_id, quantity, status, email, order_id, order_line_id, sequence from booking where id = ${id}`,
  )
  if (!row) throw new Failed(WRONG_STATE)
  return row
}

const reasonOf = (m: Moving) => String(m.input.reason ?? '')

function letter(tx: Tx, { id, email, sequence }: Row, kind: LetterKind, own = false): void {
  if (email !== '') tx.enqueue(LETTER, { id, kind, ref: sequence, own })
}

async function tell(tx: Tx, ctx: Ctx, id: number, what: What): Promise<void> {
  const told = await tx.one<Told>(toldSql(ctx, sql`b.id = ${id}`))
  if (told && told.person_id !== null)
    await ctx.kernel.get(TIMELINE).tell(tx, { ...happening({ ...told, person_id: told.person_id }, what), actor: ctx.actor })
}

/** Somebody asked for it: whoever has to wait for an answer is told so. */
export async function asked({ tx, ctx, row }: Moving): Promise<void> {
  await tookOffer(tx, ctx, row.id)
  const b = await tx.one<{ waits: boolean }>(
    sql`select e.needs_approval as waits from booking b join event e on e.id = b.event_id where b.id = ${row.id}`,
  )
  if (b?.waits) letter(tx, await rowOf(tx, row.id), 'received')
  await tell(tx, ctx, row.id, 'booking.made')
  tx.emit('booking.made', { bookingId: row.id }, { type: 'booking', id: row.id })
}

/** What has to be paid is approved once it is. */
export async function mustBePaid({ tx, ctx, row }: Moving): Promise<void> {
  const { order_id } = await rowOf(tx, row.id)
  if (order_id !== null && !(await ctx.kernel.get(ORDERS).paid(tx, order_id)))
    throw new Failed(WRONG_STATE, { status: [text('booking:error.not_paid')] })
}

export async function approved({ tx, row }: Moving): Promise<void> {
  await makeSeats(tx, row.id)
  letter(tx, await rowOf(tx, row.id), 'approved')
  tx.emit('booking.approved', { bookingId: row.id }, { type: 'booking', id: row.id })
}

/** Its places are free again, and whoever has it in a calendar is told of its end. */
async function end(m: Moving, kind: LetterKind): Promise<Row> {
  const { tx, ctx, row } = m
  await tx.run(
    sql`update booking set sequence = sequence + 1, canceled_at = now(), cancel_reason = ${reasonOf(m)}, hold_expires_at = null where id = ${row.id}`,
  )
  const b = await rowOf(tx, row.id)
  await freePlaces(tx, b.session_id, b.quantity)
  letter(tx, b, kind, ctx.actor.kind === 'customer' || ctx.actor.kind === 'guest')
  await tell(tx, ctx, row.id, 'booking.canceled')
  tx.emit('booking.canceled', { bookingId: row.id }, { type: 'booking', id: row.id })
  return b
}

export async function rejected(m: Moving): Promise<void> {
  await giveBack(m.tx, m.ctx, await end(m, 'rejected'), 100, reasonOf(m))
}

/** Called off by its buyer or by staff: as much of what was paid goes back as they say. */
export async function called(m: Moving): Promise<void> {
  await giveBack(m.tx, m.ctx, await end(m, 'canceled'), Number(m.input.percent ?? 100), reasonOf(m))
}

/** Its order knows already what becomes of the money. */
export async function dropped(m: Moving): Promise<void> {
  await end(m, 'canceled')
}

/** Of what took place, or was to, nothing is held any more. */
export async function givenUp({ tx, row }: Moving): Promise<void> {
  if (row.status === 'canceled' || row.status === 'rejected') return
  const b = await rowOf(tx, row.id)
  await freePlaces(tx, b.session_id, b.quantity)
}
