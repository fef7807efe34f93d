import { signedPath, sql, type Sql, type Ctx } from 'stoa'

/** A stored file that is an answer. */
export interface AnsweredFile {
  field_key: string
  name: string
  path: string
}

/** The files that answer fields of the submission `s`, without attachments by staff. */
export const answeredFilesSql: Sql = sql`(select coalesce(jsonb_agg(jsonb_build_object('field_key', x.field_key, 'name', x.name, 'path', x.path) order by x.id), '[]')
    from form_file x where x.submission_id = s.id and x.field_key <> '' and x.file is not null)`

/** Adds the files to each answer, with signed URLs that expire after some minutes. */
export const addFilesToAnswers = <T extends { key: string }>(
  config: Ctx['kernel']['config'],
  answers: readonly T[],
  files: readonly AnsweredFile[],
) =>
  answers.map((answer) => ({
    ...answer,
    files: files.filter(({ field_key }) => field_key === answer.key).map(({ name, path }) => ({ name, url: signedPath(config, path) })),
  }))
