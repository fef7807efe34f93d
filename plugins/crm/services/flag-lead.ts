import { type Ctx, AppError, sql, recordHistory, message, type Tx, WRONG_STATE } from 'stoa'
import { getStatus, isWorkedOn } from '../domain/sources.ts'
import { findStage } from './stages.ts'

interface Moving {
  ctx: Ctx
  tx: Tx
  row: { id: number; status: string; stage_id: number | null }
}

/** The status of a lead follows its stage. Only spam and duplicate are set by hand. */
async function setStatus({ ctx, tx, row }: Moving, to: string): Promise<void> {
  await tx.run(sql`update crm_lead set status = ${to}, version = version + 1, updated_at = now() where id = ${row.id}`)
  await recordHistory({ ctx, tx }, { name: 'lead' }, row.id, { from: row.status, to })
}

const refused = (from: string, to: string) =>
  new AppError(WRONG_STATE, { status: [message('core:error.wrong_state', { from: { status: from }, to: { status: to } })] })

/** Flags a lead as spam or as a duplicate. @throws AppError WRONG_STATE */
export async function flagLead(moving: Moving): Promise<void> {
  if (!isWorkedOn.includes(moving.row.status)) throw refused(moving.row.status, 'abnormal')
  await setStatus(moving, 'abnormal')
}

/** Removes the flag of a lead. @throws AppError WRONG_STATE */
export async function unflagLead(moving: Moving): Promise<void> {
  const stage = await findStage(moving.tx, moving.row.stage_id ?? 0)
  const to = getStatus(stage?.kind ?? 'open', false)
  if (moving.row.status !== 'abnormal') throw refused(moving.row.status, to)
  await setStatus(moving, to)
}
