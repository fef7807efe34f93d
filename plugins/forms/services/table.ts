import { type Ctx, AppError, NOT_FOUND, localizedSql, recordAudit, sql } from 'stoa'
import { writeXlsx } from 'stoa/plugins/sheets'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'
import { formatAnswers } from './emails.ts'

const BATCH = 500

interface Row {
  id: number
  created_at: string
  status: string
  language: string
  name: string
  email: string | null
  answers: Answers
  shape: Shape
}

const OWN_COLUMNS = ['id', 'created_at', 'status', 'language'] as const

/** Field keys in current form order; keys of former versions follow. */
async function findKeys({ kernel: { db } }: Ctx, form: number): Promise<string[]> {
  const shapes = await db.rows<{ shape: Shape }>(sql`select shape from form_shape where form_id = ${form} order by form_version desc`)
  return [...new Set(shapes.flatMap(({ shape }) => getFields(shape).map(({ key }) => key)))]
}

/**
 * Workbook with one row per submission and one column per field key.
 * @throws AppError NOT_FOUND
 */
export async function submissionTable(ctx: Ctx, form: number): Promise<{ name: string; bytes: AsyncGenerator<Buffer> }> {
  const { kernel, language, mainLanguage } = ctx
  const found = await kernel.db.one<{ url: string; title: string }>(
    sql`select url, coalesce(${localizedSql(sql`title`, language, mainLanguage)}, url) as title from form where id = ${form}`,
  )
  if (!found) throw new AppError(NOT_FOUND)
  await recordAudit(kernel.db, ctx, {
    resource: 'form_submission',
    rowId: null,
    verb: 'export',
    changes: [{ field: 'form_id', old: null, new: form }],
  })
  const keys = await findKeys(ctx, form)
  return { name: found.url, bytes: writeXlsx([...OWN_COLUMNS, ...keys], batches(ctx, form, keys)) }
}

async function* batches({ kernel: { db }, language, mainLanguage }: Ctx, form: number, keys: readonly string[]) {
  let last = 0
  for (;;) {
    const rows = await db.rows<Row>(sql`select id, created_at::text, status, language, name, email, answers, shape from form_submission
      where form_id = ${form} and id > ${last} order by id limit ${BATCH}`)
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? 0
    yield rows.map((row) => {
      const answersByKey = new Map(formatAnswers(row.shape, row.answers, language, mainLanguage).map(({ key, answer }) => [key, answer]))
      return [
        { text: String(row.id), number: true },
        ...OWN_COLUMNS.slice(1).map((name) => ({ text: String(row[name]) })),
        ...keys.map((key) => ({ text: answersByKey.get(key) ?? '' })),
      ]
    })
  }
}
