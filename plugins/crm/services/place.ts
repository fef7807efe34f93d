import { validationError, sql, message, type Tx } from 'stoa'
import { getRankBetween } from '../domain/rank.ts'

interface Card {
  id: number
  stage_id: number | null
}

const asNumber = (value: string | null | undefined): number | null => (value === null || value === undefined ? null : Number(value))

/** Places a card directly below another of the same stage, or on top. @throws AppError INVALID for a card of another stage */
export async function moveBelow(tx: Tx, { id, stage_id }: Card, belowId: number | null): Promise<void> {
  const place = (await placeFor(tx, { id, stage_id }, belowId)) ?? (await spaced(tx, { id, stage_id }, belowId))
  await tx.run(sql`update crm_lead set position = ${place}, version = version + 1, updated_at = now() where id = ${id}`)
}

async function placeFor(tx: Tx, { id, stage_id }: Card, belowId: number | null): Promise<number | undefined> {
  const others = sql`from crm_lead where stage_id = ${stage_id} and id <> ${id}`
  const highest = async (where = sql`true`) =>
    asNumber((await tx.one<{ at: string | null }>(sql`select max(position)::text as at ${others} and ${where}`))?.at)
  if (belowId === null) return getRankBetween(null, await highest())
  const above = await tx.one<{ at: string }>(sql`select position::text as at ${others} and id = ${belowId}`)
  if (!above) throw validationError({ below_id: message('core:rule.not_exists') })
  return getRankBetween(Number(above.at), await highest(sql`(position, id) < (${above.at}::numeric, ${belowId})`))
}

/** Renumbers the ranks of a stage, then computes the place again. */
async function spaced(tx: Tx, card: Card, belowId: number | null): Promise<number> {
  await tx.run(sql`update crm_lead l set position = n.n from (
    select id, row_number() over (order by position, id) as n from crm_lead where stage_id = ${card.stage_id}) n where n.id = l.id`)
  return (await placeFor(tx, card, belowId)) ?? 0
}
