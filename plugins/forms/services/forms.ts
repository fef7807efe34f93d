import { type Ctx, type Db, type Locale, localizedSql, sql, type Sql, token, type Tx } from 'stoa'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answers } from '../domain/answers.ts'
import { getCodeKey, getFields, type Shape } from '../domain/shape.ts'
import type { FormView, Received } from '../api-types.ts'
import { type AnsweredFile, answeredFilesSql, saidWithFiles } from './answered-files.ts'
import { saidIn } from './emails.ts'
import { viewForm } from './read.ts'
import { answersSql, type JudgedAnswers, judgeQuestions, storeAnswers, viewQuestions } from './questions.ts'
import { type Sender, type Sending, submit } from './submit.ts'

/** What was sent by a form, for those who do something with it. */
export interface SubmissionSummary {
  id: number
  form_id: number
  /** What the form is called, in the main language. */
  form: string
  language: string
  person_id: number | null
  email: string | null
  /** A first name, or all of it where a form asks for one name. */
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
  landing_page_id: number | null
  answers: Answers
  /** A line for each answer, in the main language unless another was asked for; files with addresses that open them for some minutes. */
  lines: { title: string; answer: string; files: { name: string; url: string }[] }[]
}

/** Forms for other plugins: a funnel that asks by one, a book that is given for an answer. */
export interface Forms {
  /** A form as visitors see it. @throws Failed NOT_FOUND, FORM_NEEDS_ACCOUNT */
  view(ctx: Ctx, id: number): Promise<FormView>
  /** Takes answers, as the page of the form does. @throws what that throws */
  submit(ctx: Ctx, sending: Sending, visit: { request: FastifyRequest; reply: FastifyReply }): Promise<Received>
  /** A form as a page of something else shows it; null when it is not shown. */
  viewQuestions(ctx: Ctx, id: number): Promise<FormView | null>
  /** Holds answers to a form as its own page does; undefined when it is not shown. @throws what `submit` throws */
  judgeQuestions(
    ctx: Ctx,
    form: number,
    asked: { version: number | null; given: Readonly<Record<string, unknown>> },
  ): Promise<JudgedAnswers | undefined>
  /** Stores them as a submission. @throws Failed NOT_FOUND, FORM_FULL, FORM_SUBMITTED, INVALID for a file that is gone */
  storeAnswers(tx: Tx, ctx: Ctx, judged: JudgedAnswers, sender: Sender): Promise<number>
  /** All answers of a submission as one text, for lists and sheets. */
  answersSql(ctx: Ctx, submission: Sql): Sql
  /** What was sent; undefined once it is gone. */
  told(ctx: Ctx, db: Db, submission: number, language?: Locale): Promise<SubmissionSummary | undefined>
  /** Whether the holder of an account answered a form. */
  answered(db: Db, form: number, customer: number): Promise<boolean>
  /** Forms that are shown, by what they are called in the reader's language. */
  named(ctx: Ctx, ids: readonly number[]): Promise<{ id: number; title: string; url: string }[]>
  /** What was sent since a moment, by any form: for plugins that were away meanwhile. */
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
  async told({ mainLanguage, kernel }, db, submission, language = mainLanguage) {
    const row = await db.one<Row>(sql`
      select s.id, s.form_id, coalesce(${localizedSql(sql`f.title`, mainLanguage, mainLanguage)}, f.url) as form, s.language, s.person_id, s.email, s.name, s.landing_page_id,
        s.answers, s.shape, ${answeredFilesSql} as files
      from form_submission s join form f on f.id = s.form_id where s.id = ${submission}`)
    if (!row) return undefined
    const { shape, name, files, ...told } = row
    const text = (key: string) => (typeof told.answers[key] === 'string' ? told.answers[key] : '')
    const phone = getFields(shape).find(({ type, key }) => type === 'phone' && text(key) !== '')
    const named = text('first_name') !== '' || text('last_name') !== ''
    return {
      ...told,
      first_name: named ? text('first_name') : name,
      last_name: text('last_name'),
      phone: phone ? text(phone.key) : null,
      country_code: phone ? text(getCodeKey(phone)) || null : null,
      lines: saidWithFiles(kernel.config, saidIn(shape, told.answers, language, mainLanguage), files).map(
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
