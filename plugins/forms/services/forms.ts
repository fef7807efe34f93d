import { type Ctx, type Db, type Locale, localizedSql, sql, type Sql, token, type Tx } from 'stoa'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answers } from '../domain/answers.ts'
import { getCodeKey, getFields, type Shape } from '../domain/shape.ts'
import type { FormView, Received } from '../api-types.ts'
import { type AnsweredFile, answeredFilesSql, addFilesToAnswers } from './answered-files.ts'
import { formatAnswers } from './emails.ts'
import { viewForm } from './read.ts'
import { answersSql, type JudgedAnswers, judgeQuestions, storeAnswers, viewQuestions } from './questions.ts'
import { type Sender, type Sending, submit } from './submit.ts'

/** A submission for other plugins. */
export interface SubmissionSummary {
  id: number
  form_id: number
  /** Title of the form, in the main language. */
  form: string
  language: string
  person_id: number | null
  email: string | null
  /** First name, or the full name where the form has one name field. */
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
  landing_page_id: number | null
  answers: Answers
  /** One line per answer, in the main language unless another is given; files have signed URLs that expire after some minutes. */
  lines: { title: string; answer: string; files: { name: string; url: string }[] }[]
}

/** Service for other plugins: a funnel with a form, an e-book as a benefit. */
export interface Forms {
  /** A form as visitors see it. @throws AppError NOT_FOUND, FORM_NEEDS_ACCOUNT */
  view(ctx: Ctx, id: number): Promise<FormView>
  /** Submits answers, as the page of the form does. @throws the errors of a form submission */
  submit(ctx: Ctx, sending: Sending, visit: { request: FastifyRequest; reply: FastifyReply }): Promise<Received>
  /** A form embedded in another page; null when it is not published. */
  viewQuestions(ctx: Ctx, id: number): Promise<FormView | null>
  /** Validates answers as the form's own page does; undefined when it is not published. @throws the errors of `submit` */
  judgeQuestions(
    ctx: Ctx,
    form: number,
    request: { version: number | null; input: Readonly<Record<string, unknown>> },
  ): Promise<JudgedAnswers | undefined>
  /**
   * Stores validated answers as a submission. @throws AppError NOT_FOUND, FORM_FULL, FORM_SUBMITTED, INVALID for a file that was deleted
   */
  storeAnswers(tx: Tx, ctx: Ctx, judged: JudgedAnswers, sender: Sender): Promise<number>
  /** SQL expression for all answers of a submission as one text, for lists and exports. */
  answersSql(ctx: Ctx, submission: Sql): Sql
  /** A submission; undefined when it is deleted. */
  getSubmission(ctx: Ctx, db: Db, submission: number, language?: Locale): Promise<SubmissionSummary | undefined>
  /** Whether a customer has submitted a form. */
  answered(db: Db, form: number, customer: number): Promise<boolean>
  /** Published forms with their titles in the reader's language. */
  named(ctx: Ctx, ids: readonly number[]): Promise<{ id: number; title: string; url: string }[]>
  /** Submissions of all forms since a point in time, for plugins that were disabled meanwhile. */
  sentSince(db: Db, since: Date): Promise<{ formId: number; submissionId: number }[]>
}

export const FORMS = token<Forms>('forms/forms')

interface Row extends Pick<
  SubmissionSummary,
  'id' | 'form_id' | 'form' | 'language' | 'person_id' | 'email' | 'landing_page_id' | 'answers'
> {
  name: string
  shape: Shape
  files: AnsweredFile[]
}

export const forms: Forms = {
  view: (ctx, id) => viewForm(ctx, { id }),
  submit,
  viewQuestions,
  judgeQuestions,
  storeAnswers,
  answersSql,
  async getSubmission({ mainLanguage, kernel }, db, submission, language = mainLanguage) {
    const row = await db.one<Row>(sql`
      select s.id, s.form_id, coalesce(${localizedSql(sql`f.title`, mainLanguage, mainLanguage)}, f.url) as form, s.language, s.person_id, s.email, s.name, s.landing_page_id,
        s.answers, s.shape, ${answeredFilesSql} as files
      from form_submission s join form f on f.id = s.form_id where s.id = ${submission}`)
    if (!row) return undefined
    const { shape, name, files, ...details } = row
    const text = (key: string) => (typeof details.answers[key] === 'string' ? details.answers[key] : '')
    const phone = getFields(shape).find(({ type, key }) => type === 'phone' && text(key) !== '')
    const named = text('first_name') !== '' || text('last_name') !== ''
    return {
      ...details,
      first_name: named ? text('first_name') : name,
      last_name: text('last_name'),
      phone: phone ? text(phone.key) : null,
      country_code: phone ? text(getCodeKey(phone)) || null : null,
      lines: addFilesToAnswers(kernel.config, formatAnswers(shape, details.answers, language, mainLanguage), files).map(
        ({ title, answer, files: its }) => ({
          title,
          answer,
          files: its,
        }),
      ),
    }
  },
  answered: async (db, form, customer) =>
    (await db.one(sql`select 1 from form_submission where form_id = ${form} and user_id = ${customer} limit 1`)) !== undefined,
  named: ({ kernel, language, mainLanguage }, ids) =>
    kernel.db.rows<{ id: number; title: string; url: string }>(
      sql`select id, coalesce(${localizedSql(sql`title`, language, mainLanguage)}, url) as title, url from form where enabled and id = any(${[...ids]}::bigint[])`,
    ),
  sentSince: (db, since) =>
    db.rows<{ formId: number; submissionId: number }>(
      sql`select form_id as "formId", id as "submissionId" from form_submission where created_at >= ${since.toISOString()} order by id`,
    ),
}
