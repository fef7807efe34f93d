import { type Ctx, Failed, sql, tellHistory, text, type Tx, WRONG_STATE } from 'stoa'
import { statusIn, worked } from '../domain/sources.ts'
import { stageOf } from './stages.ts'

interface Moving {
  ctx: Ctx
  tx: Tx
  row: { id: number; status: string; stage_id: number | null }
}

/** The status of a lead follows its stage; that it is spam, or there twice, is the one thing people say of it themselves. */
async function setStatus({ ctx, tx, row }: Moving, to: string): Promise<void> {
  await tx.run(sql`update crm_lead set status = ${to}, version = version + 1, updated_at = now() where id = ${row.id}`)
  await tellHistory({ ctx, tx }, { name: 'lead' }, row.id, { from: row.status, to })
}

const refused = (from: string, to: string) =>
  new Failed(WRONG_STATE, { status: [text('core:error.wrong_state', { from: { status: from }, to: { status: to } })] })

/** Sets a lead aside that is none. @throws Failed WRONG_STATE */
export async function flag(moving: Moving): Promise<void> {
  if (!worked.includes(moving.row.status)) throw refused(moving.row.status, 'abnormal')
  await setStatus(moving, 'abnormal')
}

/** Takes a lead back that was set aside. @throws Failed WRONG_STATE */
export async function release(moving: Moving): Promise<void> {
  const stage = await stageOf(moving.tx, moving.row.stage_id ?? 0)
  const to = statusIn(stage?.kind ?? 'open', false)
  if (moving.row.status !== 'abnormal') throw refused(moving.row.status, to)
  await setStatus(moving, to)
}
