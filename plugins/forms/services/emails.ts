import { toLocale, basic, type Ctx, type Kernel, type Locale, sendEmail, sendUnrequestedEmail, sql, pickTranslation, type Tx } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'
import type { Gift } from '../api-types.ts'
import { giftsFor } from './gifts.ts'

/** What was answered, a line for each field, in words of one language. */
export function saidIn(shape: Shape, answers: Answers, language: Locale, main: Locale): { key: string; title: string; answer: string }[] {
  return getFields(shape).flatMap(({ key, title, additional_options: { options } }) => {
    const answer = answers[key]
    if (answer === undefined) return []
    const word = (value: string) => {
      const found = options?.find((one) => one.value === value)
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
  /** Where the submitter is thanked; null when nobody asked for an address or the form says not to. */
  email: string | null
  notify: readonly string[]
  success_message: string
  /** What they get for it. */
  gifts: readonly Gift[]
}

/** Mails to staff who want to know, with all that was said, and to whoever sent it, with the names of what they answered. */
export async function sendEmails(tx: Tx, { kernel, language, mainLanguage }: Ctx, sent: Sent): Promise<void> {
  const lines = (spoken: Locale) =>
    saidIn(sent.shape, sent.answers, spoken, mainLanguage)
      .map(({ title, answer }) => `${title}: ${answer}`)
      .join('\n')
  const say = (spoken: Locale, key: string, more: Record<string, string> = {}) =>
    kernel.i18n.t(spoken, `forms:mail.${key}`, {
      form: sent.title,
      name: sent.name || kernel.i18n.t(spoken, 'forms:mail.somebody'),
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
  // What a stranger typed goes to no address but as the form itself says it: nobody can write letters by our hand.
  const thanks = say(language, 'thanks_text', { message: sent.success_message }).trim()
  await mailSubmitter(tx, kernel, { to: sent.email, subject: say(language, 'thanks_subject'), text: thanks }, sent.gifts)
}

/** Mails whoever answered, with what they get for it. What opens something is for them, and for no staff who read what was sent. */
async function mailSubmitter(
  tx: Tx,
  kernel: Kernel,
  email: { to: string; subject: string; text: string },
  gifts: readonly Gift[],
): Promise<void> {
  const text = [email.text, ...gifts.map(({ title, path }) => `${title}\n${kernel.config.publicUrl}${path}`)].join('\n\n')
  await sendUnrequestedEmail(tx, kernel, { ...email, text }, { config: kernel.config, parts: gifts.map(({ path }) => path) })
}

/** Tells the owner of an address that a form was answered with it once more, in the language of the first answer. */
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
