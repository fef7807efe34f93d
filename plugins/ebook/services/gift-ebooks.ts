import { type Kernel, localizedSql, sign, sql, verify } from 'stoa'
import type { Giving } from 'stoa/plugins/forms'

/** Lifetime of the link in a form confirmation, in days. */
const DAYS = 30
const PURPOSE = 'ebook form'

/** Access key of an e-book for a submission: `submission.expires.signature`. */
const getKey = (config: Kernel['config'], book: number, submission: number): string => {
  const expires = Math.floor(Date.now() / 1_000) + DAYS * 86_400
  return `${submission}.${expires}.${sign(config, PURPOSE, `${book} ${submission} ${expires}`)}`
}

/** The submission of an access key; undefined for a key of another e-book, and for an expired one. */
export function findSubmission(config: Kernel['config'], book: number, key: string): number | undefined {
  const [submission = '', expires = '', signature = ''] = key.split('.')
  if (!/^\d{1,15}$/.test(submission) || !/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 < Date.now()) return undefined
  return verify(config, PURPOSE, `${book} ${submission} ${expires}`, signature) ? Number(submission) : undefined
}

/** E-books as benefits of a form submission. */
export const listGifts: Giving = async (db, { kernel, language, mainLanguage }, { formId, submissionId }) => {
  const books = await db.rows<{ id: number; url: string; title: string }>(sql`
    select id, url, coalesce(${localizedSql(sql`title`, language, mainLanguage)}, url) as title from ebook
    where enabled and access = 'form' and form_id = ${formId} order by "order", id limit 20`)
  return books.map(({ id, url, title }) => ({
    title: kernel.i18n.t(language, 'ebook:gift', { title }),
    path: `/ebook?key=${id}.${getKey(kernel.config, id, submissionId)}#${url}`,
  }))
}
