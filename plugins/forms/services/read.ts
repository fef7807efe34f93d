import { type Ctx, AppError, NOT_FOUND, localizedSql, richToHtml, sql, pickTranslation } from 'stoa'
import { NEEDS_ACCOUNT } from '../errors.ts'
import type { Shape, ShapeField } from '../domain/shape.ts'
import type { FieldView, FormView, TabView } from '../api-types.ts'

/** A form with what the store needs, in the reader's language. */
export interface PublishedForm {
  id: number
  url: string
  title: string
  description: string
  success_message: string
  meta_title: string
  meta_description: string
  allow_guest: boolean
  limit_submit: boolean
  form_version: number
  standing: 'open' | 'closed' | 'full'
  notify_emails: string[]
  confirm_submitter: boolean
  shape: Shape
}

/** A published form. @throws AppError NOT_FOUND */
export async function loadPublishedForm(
  { kernel, language, mainLanguage }: Ctx,
  by: { url: string } | { id: number },
): Promise<PublishedForm> {
  const localizedColumn = (column: 'title' | 'description' | 'success_message' | 'meta_title' | 'meta_description') =>
    sql`coalesce(${localizedSql({ title: sql`f.title`, description: sql`f.description`, success_message: sql`f.success_message`, meta_title: sql`f.meta_title`, meta_description: sql`f.meta_description` }[column], language, mainLanguage)}, '')`
  const row = await kernel.db.one<PublishedForm>(sql`
    select f.id, f.url, ${localizedColumn('title')} as title, ${localizedColumn('description')} as description, ${localizedColumn('success_message')} as success_message,
      ${localizedColumn('meta_title')} as meta_title, ${localizedColumn('meta_description')} as meta_description, f.allow_guest, f.limit_submit, f.form_version,
      case when f.closes_at <= now() then 'closed' when f.submit_count >= f.max_submissions then 'full' else 'open' end as standing,
      f.notify_emails, f.confirm_submitter, s.shape
    from form f join form_shape s on s.form_id = f.id and s.form_version = f.form_version
    where f.enabled and ${'url' in by ? sql`f.url = ${by.url}` : sql`f.id = ${by.id}`}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** @throws AppError FORM_NEEDS_ACCOUNT */
export function requireWelcome({ actor }: Ctx, { allow_guest }: Pick<PublishedForm, 'allow_guest'>): void {
  if (!allow_guest && actor.kind !== 'customer') throw new AppError(NEEDS_ACCOUNT)
}

/** The pages of a form with texts in one language. */
export function tabsIn({ language, mainLanguage }: Pick<Ctx, 'language' | 'mainLanguage'>, shape: Shape): TabView[] {
  const field = ({ additional_options, title, placeholder, ...rest }: ShapeField): FieldView => {
    const { default: _, options, ...publicOptions } = additional_options
    return {
      ...rest,
      title: pickTranslation(title, language, mainLanguage),
      placeholder: pickTranslation(placeholder, language, mainLanguage),
      additional_options: {
        ...publicOptions,
        ...(options
          ? { options: options.map(({ value, label }) => ({ value, label: pickTranslation(label, language, mainLanguage) || value })) }
          : {}),
      },
    }
  }
  return shape.tabs.map(({ title, fields }) => ({ title: pickTranslation(title, language, mainLanguage), fields: fields.map(field) }))
}

/** A form as visitors see it. @throws AppError NOT_FOUND, FORM_NEEDS_ACCOUNT */
export async function viewForm(ctx: Ctx, by: { url: string } | { id: number }): Promise<FormView> {
  const publishedForm = await loadPublishedForm(ctx, by)
  requireWelcome(ctx, publishedForm)
  return drawn(ctx, publishedForm)
}

function drawn(ctx: Ctx, publishedForm: PublishedForm): FormView {
  const { shape, notify_emails: _, confirm_submitter: __, description, ...form } = publishedForm
  return { ...form, description: richToHtml(description), tabs: tabsIn(ctx, shape) }
}

/** A form embedded in another page. Guests who may not submit it get its title and that it needs an account. @throws AppError NOT_FOUND */
export async function formOnPage(ctx: Ctx, by: { url: string } | { id: number }): Promise<FormView> {
  const publishedForm = await loadPublishedForm(ctx, by)
  const welcome = publishedForm.allow_guest || ctx.actor.kind === 'customer'
  return welcome ? drawn(ctx, publishedForm) : { ...drawn(ctx, publishedForm), description: '', standing: 'needs_account', tabs: [] }
}
