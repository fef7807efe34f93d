import { toLocale, basic, type Ctx, type Kernel, type Locale, sendEmail, sendUnrequestedEmail, sql, pickTranslation, type Tx } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'
import type { Gift } from '../api-types.ts'
import { giftsFor } from './gifts.ts'

/** The answers as text, one line per field, in one language. */
export function formatAnswers(
  shape: Shape,
  answers: Answers,
  language: Locale,
  main: Locale,
): { key: string; title: string; answer: string }[] {
  return getFields(shape).flatMap(({ key, title, additional_options: { options } }) => {
    const answer = answers[key]
    if (answer === undefined) return []
    const word = (value: string) => {
      const found = options?.find((option) => option.value === value)
      return found ? pickTranslation(found.label, language, main) || value : value
    }
    return [
      {
        key,
        title: pickTranslation(title, language, main) || key,
        answer: Array.isArray(answer) ? answer.map(word).join(', ') : word(answer),
      },
    ]
  })
}

interface Sent {
  id: number
  title: string
  shape: Shape
  answers: Answers
  name: string
  /** Address for the confirmation; null when the form has no e-mail field or sends no confirmation. */
  email: string | null
  notify: readonly string[]
  success_message: string
  /** Benefits for the submitter. */
  gifts: readonly Gift[]
}

/** Notifies staff with all answers, and sends the submitter a confirmation with the titles of the answered fields. */
export async function sendEmails(tx: Tx, { kernel, language, mainLanguage }: Ctx, sent: Sent): Promise<void> {
  const lines = (locale: Locale) =>
    formatAnswers(sent.shape, sent.answers, locale, mainLanguage)
      .map(({ title, answer }) => `${title}: ${answer}`)
      .join('\n')
  const say = (locale: Locale, key: string, more: Record<string, string> = {}) =>
    kernel.i18n.t(locale, `forms:mail.${key}`, {
      form: sent.title,
      name: sent.name || kernel.i18n.t(locale, 'forms:mail.somebody'),
      ...more,
    })
  const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin/formbuilder/history/edit/${sent.id}`
  for (const to of new Set(sent.notify))
    await sendEmail(tx, {
      to,
      subject: say(mainLanguage, 'staff_subject'),
      text: say(mainLanguage, 'staff_text', { answers: lines(mainLanguage), link }),
    })
  if (sent.email === null) return
  // The confirmation contains only texts of the form, never the answers. Otherwise a stranger could send any text to any address through
  // us.
  const thanks = say(language, 'thanks_text', { message: sent.success_message }).trim()
  await mailSubmitter(tx, kernel, { to: sent.email, subject: say(language, 'thanks_subject'), text: thanks }, sent.gifts)
}

/** Sends the confirmation with the benefits. Links that unlock something are not shown to staff. */
async function mailSubmitter(
  tx: Tx,
  kernel: Kernel,
  email: { to: string; subject: string; text: string },
  gifts: readonly Gift[],
): Promise<void> {
  const text = [email.text, ...gifts.map(({ title, path }) => `${title}\n${kernel.config.publicUrl}${path}`)].join('\n\n')
  await sendUnrequestedEmail(tx, kernel, { ...email, text }, { config: kernel.config, parts: gifts.map(({ path }) => path) })
}

/** Notifies the owner of an address that a form was submitted with it again, in the language of the first submission. */
export async function mailRepeated(tx: Tx, ctx: Ctx, form: { id: number; title: string }, key: string): Promise<void> {
  const { kernel, mainLanguage } = ctx
  const first = await tx.one<{ id: number; email: string; language: string; created_at: string }>(
    sql`select id, email, language, created_at from form_submission where form_id = ${form.id} and submitter_key = ${key} and email is not null`,
  )
  if (!first) return
  const language = toLocale(first.language, mainLanguage)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: kernel.settings.of(basic).time_zone })
  const values = { form: form.title, date: day.format(new Date(first.created_at)) }
  const say = (part: string) => kernel.i18n.t(language, `forms:mail.${part}`, values)
  const gifts = await giftsFor(tx, { ...ctx, language }, { formId: form.id, submissionId: first.id })
  await mailSubmitter(tx, kernel, { to: first.email, subject: say('again_subject'), text: say('again_text') }, gifts)
}
