import { type Ctx, AppError, NO_FILE_PERMISSION, NOT_FOUND, localizedSql, richToHtml, sign, signedPath, sql } from 'stoa'
import { hasBought, linkSql } from 'stoa/plugins/catalogue'
import { FORMS } from 'stoa/plugins/forms'
import type { EbookDownload, EbookView } from '../api-types.ts'
import { findSubmission } from './gift-ebooks.ts'
import { ebookDownload } from '../resources/ebook-download.ts'

/** Lifetime of a download URL, in minutes. */
const minutes = 10

/** All published e-books, whether or not the visitor may download them. */
export function readEbooks(ctx: Ctx): Promise<EbookView[]> {
  const say = (column: ReturnType<typeof sql>) => localizedSql(column, ctx.language, ctx.mainLanguage)
  return ctx.kernel.cache.get(`ebooks ${ctx.language}`, ['ebook', 'product', 'form', 'setting'], 60_000, async () => {
    const rows = await ctx.kernel.db.rows<
      Omit<EbookView, 'description' | 'form'> & { description: string | null; form_id: number | null }
    >(sql`
      select e.id, e.url, ${say(sql`e.title`)} as title, ${say(sql`e.description`)} as description, ${say(sql`e.cover`)} as cover, e.access,
        case when e.access = 'purchase' then ${linkSql(ctx, sql`e.product_id`)} end as product,
        case when e.access = 'form' then e.form_id end as form_id
      from ebook e where e.enabled order by e."order", e.id limit 500`)
    const named = await ctx.kernel.find(FORMS)?.named(
      ctx,
      rows.flatMap(({ form_id }) => (form_id === null ? [] : [form_id])),
    )
    const forms = new Map(named?.map(({ id, ...form }) => [id, form]))
    return rows.flatMap(({ form_id, ...row }) => {
      const form = form_id === null ? undefined : forms.get(form_id)
      // An e-book whose form is not published is left out.
      return row.access === 'form' && !form ? [] : [{ ...row, form: form ?? null, description: richToHtml(row.description) }]
    })
  })
}

interface DownloadableEbook {
  id: number
  access: EbookView['access']
  product_id: number | null
  form_id: number | null
  file: string
}

/**
 * Returns a download URL and records the download.
 * @throws AppError NOT_FOUND, or NO_FILE_PERMISSION without access
 */
export async function download(ctx: Ctx, id: number, key: string): Promise<EbookDownload> {
  const book = await ctx.kernel.db
    .one<DownloadableEbook>(sql`select e.id, e.access, e.product_id, e.form_id, ${localizedSql(sql`e.file`, ctx.language, ctx.mainLanguage)} as file
    from ebook e where e.id = ${id} and e.enabled`)
  if (!book) throw new AppError(NOT_FOUND)
  if (!(await mayDownload(ctx, book, key))) throw new AppError(NO_FILE_PERMISSION)
  const { config } = ctx.kernel
  const customer = ctx.actor.kind === 'customer' ? ctx.actor.id : null
  await ctx.kernel.transaction(async (tx) => {
    const ip_hash = sign(config, 'ebook download', ctx.address ?? '')
    await tx.insert(ebookDownload, { ebook_id: id, customer_id: customer, language: ctx.language, ip_hash })
    await tx.run(sql`update ebook set downloads = downloads + 1 where id = ${id}`)
  })
  return { url: signedPath(config, book.file, minutes), expires_in: minutes * 60 }
}

async function mayDownload(ctx: Ctx, { id, access, product_id, form_id }: DownloadableEbook, key: string): Promise<boolean> {
  const { actor } = ctx
  if (access === 'public') return true
  if (access === 'form') return form_id !== null && hasAnswered(ctx, form_id, id, key)
  if (actor.kind !== 'customer') return false
  if (access === 'login') return true
  return product_id !== null && hasBought(ctx, actor.id, product_id)
}

/** Whether the visitor has submitted the required form: by the key of the submission, or by the customer account. */
async function hasAnswered(ctx: Ctx, form: number, book: number, key: string): Promise<boolean> {
  const { kernel, actor } = ctx
  const forms = kernel.find(FORMS)
  if (!forms) return false
  const submission = findSubmission(kernel.config, book, key)
  if (submission !== undefined && (await forms.getSubmission(ctx, kernel.db, submission))?.form_id === form) return true
  return actor.kind === 'customer' && forms.answered(kernel.db, form, actor.id)
}
