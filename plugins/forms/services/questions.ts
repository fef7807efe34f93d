import { type Ctx, AppError, ignoreNotFound, NOT_FOUND, localizedSql, sql, type Sql, type Tx } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import type { FormView } from '../api-types.ts'
import { judged } from './validate-answers.ts'
import { formOnPage, type PublishedForm, loadPublishedForm } from './read.ts'
import { findShape } from './shapes.ts'
import { keepAnswers, loadedShape, requireOpenForm, type Sender } from './submit.ts'
import { getFiles } from './uploads.ts'

/** Validated answers that belong to another record, such as a booking. Plain data that can be stored until that record is confirmed. */
export interface JudgedAnswers {
  form_id: number
  form_version: number
  /** File answers contain upload tokens. */
  answers: Answers
}

/** A form embedded in another page; null when it is not published. */
export const viewQuestions = async (ctx: Ctx, id: number): Promise<FormView | null> =>
  (await ignoreNotFound(formOnPage(ctx, { id }))) ?? null

/**
 * Validates answers by the rules of the form's own page. Returns undefined when the form is not published, so nothing is asked.
 * @throws AppError INVALID by key, FORM_NEEDS_ACCOUNT, FORM_CLOSED, FORM_FULL, FORM_CHANGED
 */
export async function judgeQuestions(
  ctx: Ctx,
  form: number,
  { version, input }: { version: number | null; input: Readonly<Record<string, unknown>> },
): Promise<JudgedAnswers | undefined> {
  const publishedForm = await ignoreNotFound(loadPublishedForm(ctx, { id: form }))
  if (!publishedForm) return undefined
  if (ctx.actor.kind !== 'admin') requireOpenForm(ctx, publishedForm)
  const loaded = await loadedShape(ctx, publishedForm, version)
  const answers = judged(ctx, loaded.shape, input)
  // Rejects an invalid upload token now, not when the booking is paid.
  getFiles(ctx, publishedForm.id, loaded.shape, answers)
  return { form_id: form, form_version: loaded.version, answers }
}

/** Stores validated answers as a submission. @throws AppError NOT_FOUND, FORM_FULL, FORM_SUBMITTED, INVALID for a file that was deleted */
export async function storeAnswers(tx: Tx, ctx: Ctx, { form_id, form_version, answers }: JudgedAnswers, sender: Sender): Promise<number> {
  const form =
    await tx.one<PublishedForm>(sql`select f.id, f.url, coalesce(${localizedSql(sql`f.title`, ctx.mainLanguage, ctx.mainLanguage)}, f.url) as title, '' as success_message,
      f.limit_submit, f.notify_emails, f.confirm_submitter from form f where f.id = ${form_id}`)
  const shape = await findShape(tx, form_id, form_version)
  if (!form || !shape) throw new AppError(NOT_FOUND)
  const { files, names } = getFiles(ctx, form_id, shape, answers)
  const { customer_id, email } = sender
  const key = customer_id !== null ? `user:${customer_id}` : email ? `email:${email.trim().toLowerCase()}` : undefined
  const entry = { form, version: form_version, shape, answers: { ...answers, ...names }, files, email, sender }
  return (await keepAnswers(tx, ctx, { ...entry, key: form.limit_submit ? key : undefined })).id
}

/** SQL expression for all questions and answers of a submission as one text, in the reader's language. */
export const answersSql = ({ language, mainLanguage }: Ctx, submission: Sql): Sql => sql`(
  select coalesce(string_agg(asked.title || ': ' || asked.answer, E'\n' order by asked.place), '') from (
    select coalesce(${localizedSql(sql`(q.value -> 'title')`, language, mainLanguage)}, q.value ->> 'key') as title,
      (select string_agg(coalesce((select ${localizedSql(sql`(o.value -> 'label')`, language, mainLanguage)}
          from jsonb_array_elements(coalesce(q.value #> '{additional_options,options}', '[]')) o where o.value ->> 'value' = a.value), a.value), ', ' order by a.place)
        from (select value, ordinality as place from jsonb_array_elements_text(case when jsonb_typeof(s.answers -> (q.value ->> 'key')) = 'array'
          then s.answers -> (q.value ->> 'key') else jsonb_build_array(s.answers -> (q.value ->> 'key')) end) with ordinality) a) as answer,
      tab.ordinality * 1000 + q.ordinality as place
    from form_submission s, jsonb_array_elements(s.shape -> 'tabs') with ordinality tab, jsonb_array_elements(tab.value -> 'fields') with ordinality q
    where s.id = ${submission} and s.answers ? (q.value ->> 'key')) asked)`
