import { type Locale, type Ctx, dropFiles, AppError, idempotent, sql, type Tx } from 'stoa'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ATTRIBUTION } from 'stoa/plugins/content'
import { CAPTCHA, DIRECTORY, TIMELINE } from 'stoa/plugins/people'
import type { Answers } from '../domain/answers.ts'
import type { Shape } from '../domain/shape.ts'
import { CHANGED, CLOSED, FULL, SUBMITTED } from '../errors.ts'
import type { Gift, Received } from '../api-types.ts'
import { giftsFor } from './gifts.ts'
import { judged } from './validate-answers.ts'
import { mailRepeated, sendEmails } from './emails.ts'
import { type PublishedForm, loadPublishedForm, requireWelcome } from './read.ts'
import { findShape } from './shapes.ts'
import { getBrowser, getEmail, isAddressKey, markBrowser, getName, submitterKey } from './submitter.ts'
import { claim, getFiles, type ClaimedUpload } from './uploads.ts'
import { formSubmission } from '../resources/form-submission.ts'

const standings = { closed: CLOSED, full: FULL } as const

/** @throws AppError FORM_NEEDS_ACCOUNT, FORM_CLOSED, FORM_FULL */
export function requireOpenForm(ctx: Ctx, form: PublishedForm): void {
  requireWelcome(ctx, form)
  if (form.standing !== 'open') throw new AppError(standings[form.standing])
}

/** The form version that the submitter loaded: the current or the previous one. @throws AppError FORM_CHANGED */
export async function loadedShape(
  { kernel }: Ctx,
  form: PublishedForm,
  version: number | null,
): Promise<{ version: number; shape: Shape }> {
  const loaded = version ?? form.form_version
  if (loaded === form.form_version) return { version: loaded, shape: form.shape }
  const before = loaded === form.form_version - 1 ? await findShape(kernel.db, form.id, loaded) : undefined
  if (!before) throw new AppError(CHANGED)
  return { version: loaded, shape: before }
}

/** Whether the visitor has already submitted a form that allows one submission per person. */
export async function hasSubmitted(ctx: Ctx, form: number, request: Pick<FastifyRequest, 'cookies'>): Promise<boolean> {
  const key = submitterKey(ctx, null, getBrowser(request))
  const row = await ctx.kernel.db.one(sql`select 1 from form_submission where form_id = ${form}
    and (submitter_key = ${key ?? null} or user_id = ${ctx.actor.kind === 'customer' ? ctx.actor.id : null}) limit 1`)
  return row !== undefined
}

interface Entry {
  form: PublishedForm
  version: number
  shape: Shape
  answers: Answers
  files: ReadonlyMap<string, readonly ClaimedUpload[]>
  email: string | null
  key: string | undefined
  /** Hide from the submitter that the address has submitted before. */
  hidesRepeat?: boolean
  /** Set when the answers belong to another record, such as a booking, that was accepted before. */
  sender?: Sender
}

/** The submitter as the other record knows them. */
export interface Sender {
  customer_id: number | null
  person_id: number | null
  name: string
  email: string | null
  language: Locale
}

/** Input of a submission. */
export interface Sending {
  form: { url: string } | { id: number }
  /** The loaded version; null for the current one. */
  version: number | null
  input: Record<string, unknown>
  /** Idempotency key. */
  key?: string | undefined
  /** Conversion type for landing pages; `form` when absent. */
  as?: string
  /** Further work in the transaction of the submission. */
  also?: (tx: Tx, submission: number, landingPage: number | null) => Promise<unknown>
  /** Receives the result of `also`; on a repeated request the stored result. */
  onResult?: (answer: unknown) => void
}

interface SubmissionResult {
  gifts: readonly Gift[]
  /** Result of `also`. */
  answer: unknown
}

/** Thrown to roll back a repeated submission after normal processing. */
class RepeatedAnswer extends Error {
  readonly gifts: readonly Gift[]
  constructor(gifts: readonly Gift[]) {
    super('repeated answer')
    this.gifts = gifts
  }
}

/**
 * Submits answers: validates them against the loaded version, counts them and stores them in one transaction. Anybody can type any e-mail
 * address, so when a form allows one submission per person, a guest with a used address gets the same response again: nothing is stored,
 * and the owner of the address is notified by e-mail. With `heard` the response cannot be the same, so the repeat is rejected.
 * @throws AppError INVALID by key, NOT_FOUND, FORM_NEEDS_ACCOUNT, FORM_CLOSED, FORM_FULL, FORM_SUBMITTED, FORM_CHANGED, TOO_MANY
 */
export async function submit(
  ctx: Ctx,
  { form: by, version, input, key: once, as = 'form', also, onResult }: Sending,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Received> {
  const { kernel } = ctx
  await kernel.find(CAPTCHA)?.require(request, 'form')
  const form = await loadPublishedForm(ctx, by)
  requireOpenForm(ctx, form)
  const loaded = await loadedShape(ctx, form, version)
  const answers = judged(ctx, loaded.shape, input)
  const { files, names } = getFiles(ctx, form.id, loaded.shape, answers)
  const email = getEmail(loaded.shape, answers)
  const browser = form.limit_submit ? markBrowser(ctx, request, reply) : undefined
  const key = form.limit_submit ? submitterKey(ctx, email, browser) : undefined
  const hidesRepeat = onResult === undefined && key !== undefined && isAddressKey(key)
  const entry: Entry = { form, ...loaded, answers: { ...answers, ...names }, files, email, key, hidesRepeat }
  const take = async (tx: Tx): Promise<SubmissionResult> => {
    const { id, gifts, isRepeated } = await keepAnswers(tx, ctx, entry)
    const page = (await kernel.find(ATTRIBUTION)?.transfer(tx, request.cookies, as, id)) ?? null
    if (page !== null) await tx.run(sql`update form_submission set landing_page_id = ${page} where id = ${id}`)
    const answer = (await also?.(tx, id, page)) ?? null
    if (isRepeated) throw new RepeatedAnswer(gifts)
    return { gifts, answer }
  }
  const takeOnce = (tx: Tx): Promise<SubmissionResult> =>
    tx
      .savepoint(() => take(tx))
      .catch(async (error: unknown) => {
        if (!(error instanceof RepeatedAnswer)) throw error
        await dropFiles(
          tx,
          [...files.values()].flat().map(({ id }) => id),
        )
        await mailRepeated(tx, ctx, form, key ?? '')
        return { gifts: error.gifts, answer: null }
      })
  const { gifts, answer } = await kernel.transaction((tx) =>
    idempotent(tx, `${as} ${form.id}`, once, input, () => (hidesRepeat ? takeOnce(tx) : take(tx))),
  )
  onResult?.(answer)
  const received = { status: 'received', success_message: form.success_message } as const
  return hidesRepeat && gifts.length > 0 ? { ...received, gifts: [], gifts_mailed: true } : { ...received, gifts: [...gifts] }
}

/**
 * Counts, stores and notifies. One update statement increments the count within its limit and locks the form, so the limit cannot be
 * exceeded.
 */
export async function keepAnswers(
  tx: Tx,
  ctx: Ctx,
  { form, version, shape, answers, files, email, key, sender, hidesRepeat = false }: Entry,
): Promise<{ id: number; gifts: Gift[]; isRepeated: boolean }> {
  const { kernel, actor } = ctx
  // Answers for another record were accepted together with it, although the form may have been closed or changed since.
  const isOpenSql = sql`id = ${form.id} and (max_submissions is null or submit_count < max_submissions) and (${sender !== undefined}
    or enabled and (closes_at is null or closes_at > now()) and form_version between ${version} and ${version + 1})`
  // A known repeat does not lock the form.
  const isRepeat =
    hidesRepeat &&
    (await tx.one(sql`select 1 from form_submission where form_id = ${form.id} and submitter_key = ${key ?? null}`)) !== undefined
  const counted = await tx.one(
    isRepeat
      ? sql`select 1 from form where ${isOpenSql}`
      : sql`update form set submit_count = submit_count + 1 where ${isOpenSql} returning 1`,
  )
  if (!counted) throw await whyNot(tx, form.id)
  const user = sender ? sender.customer_id : actor.kind === 'customer' ? actor.id : null
  // Includes submissions from when the form allowed several per person. A unique constraint covers the rest.
  if (
    form.limit_submit &&
    user !== null &&
    (await tx.one(sql`select 1 from form_submission where form_id = ${form.id} and user_id = ${user} limit 1`))
  )
    throw new AppError(SUBMITTED)
  const name = sender?.name ?? getName(answers)
  const person = sender ? sender.person_id : await findPerson(tx, ctx, answers, email)
  const language = sender?.language ?? ctx.language
  const written = { form_id: form.id, form_version: version, user_id: user, person_id: person, name, email, language, answers, shape }
  const insertAs = (submitter: string | null) =>
    tx.one<{ id: number }>(
      sql`${tx.insertSql(formSubmission, { ...written, submitter_key: submitter })} on conflict (form_id, submitter_key) do nothing returning id`,
    )
  const first = await insertAs(key ?? null)
  const row = first ?? (hidesRepeat ? await insertAs(null) : undefined)
  if (!row) throw new AppError(SUBMITTED)
  const { id } = row
  await claim(tx, ctx, id, files)
  // A rolled-back submission sends no notification.
  if (!first) return { id, gifts: await giftsFor(tx, ctx, { formId: form.id, submissionId: id }), isRepeated: true }
  tx.invalidate('form')
  tx.emit('form.submitted', { formId: form.id, submissionId: id }, { type: 'form_submission', id })
  if (person !== null)
    await kernel.find(TIMELINE)?.record(tx, {
      personId: person,
      what: 'form.submitted',
      params: { form: form.title },
      subject: id,
      actor,
      dedupeKey: `form submission ${id}`,
    })
  // Answers for another record get their confirmation from that record.
  const gifts = sender ? [] : await giftsFor(tx, ctx, { formId: form.id, submissionId: id })
  await sendEmails(tx, ctx, {
    ...form,
    id,
    shape,
    answers,
    name,
    email: (form.confirm_submitter || (hidesRepeat && gifts.length > 0)) && !sender ? email : null,
    notify: form.notify_emails,
    gifts,
  })
  return { id, gifts, isRepeated: false }
}

/** The reason why a form accepts no more submissions. */
async function whyNot(tx: Tx, form: number): Promise<AppError> {
  const now = await tx.one<{ closed: boolean; full: boolean }>(sql`select not enabled or coalesce(closes_at <= now(), false) as closed,
    coalesce(submit_count >= max_submissions, false) as full from form where id = ${form}`)
  return new AppError(!now || now.closed ? CLOSED : now.full ? FULL : CHANGED)
}

/** The person of a submission, when the people plugin is installed and an e-mail address was given. */
async function findPerson(tx: Tx, { kernel }: Ctx, answers: Answers, email: string | null): Promise<number | null> {
  const text = (key: string) => (typeof answers[key] === 'string' ? answers[key] : '')
  const directory = kernel.find(DIRECTORY)
  return email && directory
    ? directory.findOrCreatePerson(tx, { email, first_name: text('first_name').slice(0, 120), last_name: text('last_name').slice(0, 120) })
    : null
}
