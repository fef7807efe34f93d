import { type Actor, type Ctx, type DraftInput, type Fields, validationError, type SavedRecord, sql, message, type Tx } from 'stoa'
import { TIMELINE } from 'stoa/plugins/people'
import { NOTICES } from 'stoa/plugins/notes'
import { getStatus } from '../domain/sources.ts'
import { assignLead } from './assign.ts'
import { isOwnOnly } from './visibility.ts'
import { ownTitleSql, type Step, toActivityEvent } from './timeline-source.ts'
import { findFirstStage, type Stage, findStage } from './stages.ts'

/** The fields of a lead that this module reads. */
interface Lead {
  id: number
  number: string
  title: string
  funnel_id: number
  stage_id: number
  contact_id: number | null
  owner_id: number | null
  status: string
  stage_since: string
  lost_reason: string | null
  lost_note: string
}

type Values = { [K in keyof Lead]?: Lead[K] | null } & Record<string, unknown>

/** Notification type: a lead was assigned to the account. */
export const ASSIGNED = 'lead-assigned'

/** The time a lead enters a stage, and its rank: above all others. */
interface Arrival {
  /** Never earlier than the previous step. In whole milliseconds, so that the event and the stored row are equal. */
  at: string
  position: string
}

async function arrivalAt(tx: Tx, stageId: number, leadId: number | null): Promise<Arrival> {
  const row = await tx.one<Arrival>(sql`select
    greatest(date_trunc('milliseconds', now()), (select max(moved_at) from crm_stage_move where lead_id = ${leadId})) as at,
    (select coalesce(ceil(max(position)), 0) + 1 from crm_lead where stage_id = ${stageId})::text as position`)
  return { at: new Date(row?.at ?? 0).toISOString(), position: row?.position ?? '1' }
}

/** The target stage of a lead; undefined when the stage does not change. @throws AppError INVALID */
async function resolveStage(tx: Tx, input: Values, old: Lead | null): Promise<Stage | undefined> {
  const funnelId = input.funnel_id ?? old?.funnel_id
  if (!funnelId) return undefined
  const requestedStageId = input.stage_id ?? (old?.funnel_id === funnelId ? old.stage_id : undefined)
  if (old && requestedStageId === old.stage_id && old.funnel_id === funnelId) return undefined
  const stage = requestedStageId ? await findStage(tx, requestedStageId) : await findFirstStage(tx, funnelId)
  if (!stage && !requestedStageId) throw validationError({ funnel_id: message('core:rule.not_exists') })
  if (stage?.funnel_id !== funnelId) throw validationError({ stage_id: message('crm:error.other_funnel') })
  return stage
}

/** A lost lead requires a reason, and a note where the reason is `other`. @throws AppError INVALID */
function requireReason(input: Values, old: Lead | null, lost: boolean): void {
  if (!lost) {
    Object.assign(input, { lost_reason: null, lost_note: '' })
    return
  }
  const reason = input.lost_reason === undefined ? old?.lost_reason : input.lost_reason
  const note = input.lost_note === undefined ? old?.lost_note : input.lost_note
  if (!reason) throw validationError({ lost_reason: message('crm:error.lost_reason') })
  if (reason === 'other' && !note?.trim()) throw validationError({ lost_note: message('crm:error.lost_note') })
}

/** Completes the input of a lead and sets its stage, status and rank. */
export async function completeLead({ ctx, tx, input: rawInput, old: before, source }: DraftInput<Fields>): Promise<void> {
  const input = rawInput as Values
  const old = before as unknown as Lead | null
  if (!old && source === 'import') input.funnel_id ??= await usualFunnel(tx)
  // A lead always has a stage, so an empty stage is ignored.
  if (old && input.stage_id === null) delete input.stage_id
  const stage = await resolveStage(tx, input, old)
  if (stage) {
    const { at, position } = await arrivalAt(tx, stage.id, old?.id ?? null)
    // An imported lead in a later stage is not new.
    const isNew = !old && (source !== 'import' || (await findFirstStage(tx, stage.funnel_id))?.id === stage.id)
    Object.assign(input, {
      stage_id: stage.id,
      status: getStatus(stage.kind, isNew),
      position,
      stage_since: at,
      rots_at: stage.kind === 'open' && stage.rot_days ? new Date(Date.parse(at) + stage.rot_days * 86_400_000).toISOString() : null,
      closed_at: stage.kind === 'open' ? null : at,
    })
    requireReason(input, old, stage.kind === 'lost')
  } else if (old) requireReason(input, old, old.status === 'canceled')
  // An import may set the number of a new lead. After that the number is read-only.
  if (old) return void Object.assign(input, { number: old.number })
  input.number = input.number?.trim() || (await nextNumber(tx))
  input.title = input.title?.trim() || (await contactName(tx, input.contact_id)) || input.number
  if (!input.owner_id && input.funnel_id) input.owner_id = isOwnOnly(ctx) ?? (await assignLead(ctx.kernel, tx, input.funnel_id))
}

/** The funnel of an imported lead without one: the first open funnel. */
const usualFunnel = async (tx: Tx): Promise<number | null> =>
  (await tx.one<{ id: number }>(sql`select id from crm_funnel where status <> 'disabled' order by status = 'draft', id limit 1`))?.id ??
  null

const nextNumber = async (tx: Tx): Promise<string> =>
  `L${String((await tx.one<{ n: number }>(sql`select nextval('crm_lead_number_seq') as n`))?.n ?? 0).padStart(6, '0')}`

const contactName = async (tx: Tx, id: number | null | undefined): Promise<string | undefined> =>
  id ? (await tx.one<{ name: string }>(sql`select name from crm_contact where id = ${id}`))?.name : undefined

/** Name of the member of staff who moved the lead; empty when the system moved it. */
const getName = (actor: Actor): string => (actor.kind === 'admin' ? actor.name : '')

/** Records the step of a lead, adds the activity event of its person, and notifies the new owner. */
export async function recordLeadChange({ ctx, tx, id, old: before, input: rawInput }: SavedRecord<Fields>): Promise<void> {
  const input = rawInput as Values
  const old = before as unknown as Lead | null
  if (input.stage_id && input.stage_id !== old?.stage_id) await recordStep(tx, ctx, id)
  if (input.owner_id && input.owner_id !== old?.owner_id)
    await ctx.kernel
      .find(NOTICES)
      ?.notify(tx, { kind: ASSIGNED, to: [input.owner_id], about: { subject: 'lead', subject_id: id }, actor: ctx.actor })
}

async function recordStep(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const row = await tx.one<Omit<Step, 'person_id'> & { person_id: number | null }>(sql`
    with last as (select * from crm_stage_move where lead_id = ${id} order by id desc limit 1), step as (
      insert into crm_stage_move (lead_id, from_stage_id, to_stage_id, from_kind, to_kind, to_title, moved_by, moved_at, seconds_in_from, note)
      select l.id, last.to_stage_id, l.stage_id, last.to_kind, s.kind, s.title, ${getName(ctx.actor)}, l.stage_since,
        coalesce(extract(epoch from l.stage_since - last.moved_at), 0), l.lost_note
      from crm_lead l join crm_stage s on s.id = l.stage_id left join last on true where l.id = ${id} returning *)
    select m.id, m.lead_id, m.to_kind as kind, m.from_stage_id is null as first, m.to_title as title, c.person_id, ${ownTitleSql} as name,
      n.title as funnel, l.number
    from step m join crm_lead l on l.id = m.lead_id join crm_funnel n on n.id = l.funnel_id left join crm_contact c on c.id = l.contact_id`)
  if (!row?.person_id) return
  await ctx.kernel
    .get(TIMELINE)
    .record(tx, { ...toActivityEvent({ ...row, person_id: row.person_id }, ctx.mainLanguage), actor: ctx.actor })
}
