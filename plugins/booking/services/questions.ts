import { type Locale, type Ctx, AppError, INVALID, validationError, sql, message, type Message, type Tx } from 'stoa'
import { FORMS, type JudgedAnswers } from 'stoa/plugins/forms'
import { fullName, buyer } from 'stoa/plugins/people'
import { getCustomerId } from 'stoa/plugins/sales'

/** What somebody answers to the questions of an event. */
export interface QuestionInput {
  /** By the key of each field. */
  answers?: Record<string, unknown> | null
  /** The version of the form they loaded; the present one when null. */
  form_version?: number | null
}

export interface PhoneInput {
  country_code: string | null
  phone: string | null
}

/** What stands in the form is named by where it is sent. */
function underAnswers(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== INVALID || Array.isArray(error.messages)) return error
  const texts = Object.entries(error.messages as Record<string, Message[]>)
  return new AppError(INVALID, Object.fromEntries(texts.map(([key, lines]) => [`answers.${key}`, lines])))
}

/** The form of an event. It hardly ever changes, so it is read from the cache, which every change of an event drops. */
const findForm = ({ kernel }: Ctx, event: number): Promise<number | null> =>
  kernel.cache.get(
    `booking form of ${event}`,
    ['event'],
    60_000,
    async () => (await kernel.db.one<{ form_id: number | null }>(sql`select form_id from event where id = ${event}`))?.form_id ?? null,
  )

/**
 * Holds answers to the form of an event. Null: nothing is asked, or staff left it out.
 * @throws Failed INVALID at `answers`, and what judging answers throws
 */
export async function judgeAnswers(
  ctx: Ctx,
  event: number,
  { answers = null, form_version = null }: QuestionInput,
): Promise<JudgedAnswers | null> {
  const { kernel } = ctx
  const forms = kernel.find(FORMS)
  const form = forms && (await findForm(ctx, event))
  const given = answers ?? {}
  if (form && answers === null && ctx.actor.kind === 'admin') return null
  const judged = form
    ? await forms.judgeQuestions(ctx, form, { version: form_version, given }).catch((error: unknown) => {
        throw underAnswers(error)
      })
    : undefined
  if (judged) return judged
  if (Object.keys(given).length > 0) throw validationError({ answers: message('core:rule.unknown') })
  return null
}

/** Whether a visitor has to give a phone that is not known yet, and whether one that is given can be called. @throws Failed INVALID by field */
export async function requirePhone(tx: Tx, ctx: Ctx, rule: string, { country_code, phone }: PhoneInput): Promise<void> {
  if (phone !== null && !country_code) throw validationError({ country_code: message('core:rule.required') })
  if (rule !== 'required' || phone !== null || (ctx.actor.kind !== 'guest' && ctx.actor.kind !== 'customer')) return
  const customer = getCustomerId(ctx)
  const known = customer === null ? undefined : await buyer(tx, customer)
  if (!known?.phone) throw validationError({ phone: message('core:rule.required') })
}

/** Keeps answers with a draft until it is asked for. */
export const holdAnswers = async (tx: Tx, booking: number, judged: JudgedAnswers | null): Promise<void> => {
  if (judged) await tx.run(sql`update booking set held_answers = ${JSON.stringify(judged)}::jsonb where id = ${booking}`)
}

/** A draft that is asked for now. */
export interface AnsweredDraft {
  held_answers: JudgedAnswers | null
  customer_id: number | null
  person_id: number | null
  email: string
  first_name: string
  last_name: string
  language: Locale
}

/** Stores the answers of a draft as a submission of the form. @throws Failed FORM_FULL, FORM_SUBMITTED */
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

/** What was answered with a booking, a line for each question, in the reader's language. */
export async function listAnswers(ctx: Ctx, submission: number | null | undefined) {
  const forms = ctx.kernel.find(FORMS)
  return submission && forms ? ((await forms.told(ctx, ctx.kernel.db, submission, ctx.language))?.lines ?? []) : []
}
