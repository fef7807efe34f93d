import { signedPath, sql, type Sql, type Ctx } from 'stoa'

/** A file that is an answer, as it is kept. */
export interface AnsweredFile {
  field_key: string
  name: string
  path: string
}

/** The files somebody answered with, of the submission `s`; what staff put beside it is not among them. */
export const answeredFilesSql: Sql = sql`(select coalesce(jsonb_agg(jsonb_build_object('field_key', x.field_key, 'name', x.name, 'path', x.path) order by x.id), '[]')
    from form_file x where x.submission_id = s.id and x.field_key <> '' and x.file is not null)`

/** Each answer with its files, and addresses that open them for some minutes. */
export const saidWithFiles = <T extends { key: string }>(
  config: Ctx['kernel']['config'],
  said: readonly T[],
  files: readonly AnsweredFile[],
) =>
  said.map((one) => ({
    ...one,
    files: files.filter(({ field_key }) => field_key === one.key).map(({ name, path }) => ({ name, url: signedPath(config, path) })),
  }))
