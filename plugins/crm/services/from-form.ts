import { type Ctx, sql, type Tx } from 'stoa'
import { ATTRIBUTION } from 'stoa/plugins/content'
import { FORMS, type SubmissionSummary } from 'stoa/plugins/forms'
import { sources } from '../domain/sources.ts'
import { LEADS } from './create-lead.ts'

type Source = (typeof sources)[number]

/** The funnel that submissions of a form go to, and the source of their leads. */
interface LeadTarget {
  funnelId: number
  source: Source
}

/** Parses a source; `form` when none or an unknown one is given. */
export const getSource = (value: unknown): Source => sources.find((source) => source === value) ?? 'form'

/** The name of the form, and the landing page the visitor came from. */
export async function readSourceDetail(tx: Tx, { kernel }: Ctx, form: string, landingPage: number | null): Promise<string> {
  const page = landingPage === null ? undefined : await kernel.find(ATTRIBUTION)?.getName(tx, landingPage)
  return [form, page].filter(Boolean).join(' · ')
}

/** Creates the lead of a form submission, or finds the one that exists. @returns the id of the lead */
export async function createLeadFromSubmission(
  tx: Tx,
  ctx: Ctx,
  submission: SubmissionSummary,
  { funnelId, source }: LeadTarget,
): Promise<number> {
  // A job may run twice. The advisory lock makes the second run wait and then find the lead. A unique constraint backs this up.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('crm lead of submission', ${submission.id}))`)
  const made = await tx.one<{ id: number }>(sql`select id from crm_lead where form_submission_id = ${submission.id}`)
  if (made) return made.id
  const text = (key: string) => (typeof submission.answers[key] === 'string' ? submission.answers[key] : '')
  return ctx.kernel.get(LEADS).create(tx, {
    ...submission,
    company: text('company'),
    job_title: text('job_title'),
    spoken_language: submission.language,
    funnel_id: funnelId,
    source,
    source_detail: await readSourceDetail(tx, ctx, submission.form, submission.landing_page_id),
    title: '',
    enquiry: submission.lines.map(({ title, answer }) => `${title}: ${answer}`).join('\n'),
    form_submission_id: submission.id,
  })
}

/** The funnel settings of a form. */
interface Chosen {
  target_funnel_id?: number | null
  lead_source?: string
}

/** Creates a lead from a form submission when the form names a funnel. */
export async function createLeadFromForm(ctx: Ctx, { formId, submissionId }: { formId: number; submissionId: number }): Promise<void> {
  const { kernel } = ctx
  const forms = kernel.find(FORMS)
  if (!forms) return
  const { target_funnel_id: funnelId, lead_source } = (await kernel.resources.get(ctx, 'form', formId)) as Chosen
  if (!funnelId) return
  await kernel.transaction(async (tx) => {
    const open = await tx.one(sql`select 1 from crm_funnel where id = ${funnelId} and status <> 'disabled'`)
    const submission = open ? await forms.getSubmission(ctx, tx, submissionId) : undefined
    if (submission) await createLeadFromSubmission(tx, ctx, submission, { funnelId, source: getSource(lead_source) })
  })
}

/** Processes the submissions that arrived while this plugin was disabled. */
export async function catchUpForms(ctx: Ctx, since: Date): Promise<void> {
  for (const sent of (await ctx.kernel.find(FORMS)?.sentSince(ctx.kernel.db, since)) ?? []) await createLeadFromForm(ctx, sent)
}
