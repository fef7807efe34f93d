import { type Ctx, AppError, localizedSql, sql, UNAUTHENTICATED } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import type { Shape } from '../domain/shape.ts'
import type { OwnSubmissions } from '../api-types.ts'
import { type AnsweredFile, answeredFilesSql, addFilesToAnswers } from './answered-files.ts'
import { formatAnswers } from './emails.ts'

const SIZE = 20

interface Row {
  id: number
  user_id: number
  status: string
  form: string
  url: string | null
  created_at: string
  updated_at: string
  answers: Answers
  shape: Shape
  files: AnsweredFile[]
}

/** Submissions of the signed-in customer, newest first, before an id (cursor). @throws AppError UNAUTHENTICATED */
export async function ownSubmissions({ kernel, actor, language, mainLanguage }: Ctx, before: number | null): Promise<OwnSubmissions> {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
  const rows = await kernel.db.rows<Row>(sql`
    select s.id, s.user_id, s.status, coalesce(${localizedSql(sql`f.title`, language, mainLanguage)}, '') as form, case when f.enabled then f.url end as url,
      s.created_at, s.updated_at, s.answers, s.shape,
      ${answeredFilesSql} as files
    from form_submission s join form f on f.id = s.form_id
    where s.user_id = ${actor.id} and (${before}::bigint is null or s.id < ${before}) order by s.id desc limit ${SIZE + 1}`)
  const page = rows.slice(0, SIZE)
  const data = page.map(({ answers, shape, files, ...row }) => ({
    ...row,
    said: addFilesToAnswers(kernel.config, formatAnswers(shape, answers, language, mainLanguage), files),
  }))
  return { data, next: rows.length > SIZE ? (page.at(-1)?.id ?? null) : null }
}
