import { type Locale, type Ctx, AppError, INVALID, validationError, sql, message, type Message, type Tx } from 'stoa'
import { FORMS, type JudgedAnswers } from 'stoa/plugins/forms'
import { fullName, findBuyerById } from 'stoa/plugins/people'
import { getCustomerId } from 'stoa/plugins/sales'
import type { BookingRow } from '../resources/booking-columns.ts'

/** Answers to the questions of an event. */
export interface QuestionInput {
  /** By field key. */
  answers?: Record<string, unknown> | null
  /** Version of the form that was loaded; the current one if null. */
  form_version?: number | null
}

export interface PhoneInput {
  country_code: string | null
  phone: string | null
}

/** Prefixes form errors with the path of the answers. */
function underAnswers(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== INVALID || Array.isArray(error.messages)) return error
  const texts = Object.entries(error.messages as Record<string, Message[]>)
  return new AppError(INVALID, Object.fromEntries(texts.map(([key, lines]) => [`answers.${key}`, lines])))
}

/** The form of an event. Cached until an event changes. */
const findForm = ({ kernel }: Ctx, event: number): Promise<number | null> =>
  kernel.cache.get(
    `booking form of ${event}`,
    ['event'],
    60_000,
    async () => (await kernel.db.one<{ form_id: number | null }>(sql`select form_id from event where id = ${event}`))?.form_id ?? null,
  )

/**
 * Validates answers against the event's form. Null: there is no form, or staff left it out.
 * @throws AppError INVALID at `answers`, and what form validation throws
 */
export async function judgeAnswers(
  ctx: Ctx,
  event: number,
  { answers = null, form_version = null }: QuestionInput,
): Promise<JudgedAnswers | null> {
  const { kernel } = ctx
  const forms = kernel.find(FORMS)
  const form = forms && (await findForm(ctx, event))
  const rawAnswers = answers ?? {}
  if (form && answers === null && ctx.actor.kind === 'admin') return null
  const judged = form
    ? await forms.judgeQuestions(ctx, form, { version: form_version, input: rawAnswers }).catch((error: unknown) => {
        throw underAnswers(error)
      })
    : undefined
  if (judged) return judged
  if (Object.keys(rawAnswers).length > 0) throw validationError({ answers: message('core:rule.unknown') })
  return null
}

/** Requires a phone number if the event does and none is known, and validates a given one. @throws AppError INVALID by field */
export async function requirePhone(tx: Tx, ctx: Ctx, rule: string, { country_code, phone }: PhoneInput): Promise<void> {
  if (phone !== null && !country_code) throw validationError({ country_code: message('core:rule.required') })
  if (rule !== 'required' || phone !== null || (ctx.actor.kind !== 'guest' && ctx.actor.kind !== 'customer')) return
  const customer = getCustomerId(ctx)
  const buyerDetails = customer === null ? undefined : await findBuyerById(tx, customer)
  if (!buyerDetails?.phone) throw validationError({ phone: message('core:rule.required') })
}

/** Stores answers with a draft until it is requested. */
export const holdAnswers = async (tx: Tx, booking: number, judged: JudgedAnswers | null): Promise<void> => {
  if (judged) await tx.run(sql`update booking set held_answers = ${JSON.stringify(judged)}::jsonb where id = ${booking}`)
}

/** A draft that is being requested. */
export interface AnsweredDraft extends Pick<BookingRow, 'customer_id' | 'person_id' | 'email' | 'first_name' | 'last_name'> {
  held_answers: JudgedAnswers | null
  language: Locale
}

/** Stores the answers of a draft as a form submission. @throws AppError FORM_FULL, FORM_SUBMITTED */
export async function storeHeldAnswers(tx: Tx, ctx: Ctx, booking: number, draft: AnsweredDraft): Promise<void> {
  const forms = ctx.kernel.find(FORMS)
  const { held_answers, first_name, last_name, email, ...sender } = draft
  if (!held_answers || !forms) return
  const submission = await forms
    .storeAnswers(tx, ctx, held_answers, { ...sender, name: fullName(first_name, last_name), email: email || null })
    .catch((error: unknown) => {
      throw underAnswers(error)
    })
  await tx.run(sql`update booking set form_submission_id = ${submission}, held_answers = null where id = ${booking}`)
}

/** Answers of a booking, one line for each question, in the reader's language. */
export async function listAnswers(ctx: Ctx, submission: number | null | undefined) {
  const forms = ctx.kernel.find(FORMS)
  return submission && forms ? ((await forms.getSubmission(ctx, ctx.kernel.db, submission, ctx.language))?.lines ?? []) : []
}
