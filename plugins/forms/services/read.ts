import { type Ctx, AppError, NOT_FOUND, localizedSql, richToHtml, sql, pickTranslation } from 'stoa'
import { NEEDS_ACCOUNT } from '../errors.ts'
import type { Shape, ShapeField } from '../domain/shape.ts'
import type { FieldView, FormView, TabView } from '../api-types.ts'

/** A form with what the store needs, in the reader's language. */
export interface KnownPerson {
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
export async function knownForm({ kernel, language, mainLanguage }: Ctx, by: { url: string } | { id: number }): Promise<KnownPerson> {
  const said = (column: 'title' | 'description' | 'success_message' | 'meta_title' | 'meta_description') =>
    sql`coalesce(${localizedSql({ title: sql`f.title`, description: sql`f.description`, success_message: sql`f.success_message`, meta_title: sql`f.meta_title`, meta_description: sql`f.meta_description` }[column], language, mainLanguage)}, '')`
  const row = await kernel.db.one<KnownPerson>(sql`
    select f.id, f.url, ${said('title')} as title, ${said('description')} as description, ${said('success_message')} as success_message,
      ${said('meta_title')} as meta_title, ${said('meta_description')} as meta_description, f.allow_guest, f.limit_submit, f.form_version,
      case when f.closes_at <= now() then 'closed' when f.submit_count >= f.max_submissions then 'full' else 'open' end as standing,
      f.notify_emails, f.confirm_submitter, s.shape
    from form f join form_shape s on s.form_id = f.id and s.form_version = f.form_version
    where f.enabled and ${'url' in by ? sql`f.url = ${by.url}` : sql`f.id = ${by.id}`}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** @throws AppError FORM_NEEDS_ACCOUNT */
export function requireWelcome({ actor }: Ctx, { allow_guest }: Pick<KnownPerson, 'allow_guest'>): void {
  if (!allow_guest && actor.kind !== 'customer') throw new AppError(NEEDS_ACCOUNT)
}

/** The pages of a form with texts in one language. */
export function tabsIn({ language, mainLanguage }: Pick<Ctx, 'language' | 'mainLanguage'>, shape: Shape): TabView[] {
  const field = ({ additional_options, title, placeholder, ...rest }: ShapeField): FieldView => {
    const { default: _, options, ...asked } = additional_options
    return {
      ...rest,
      title: pickTranslation(title, language, mainLanguage),
      placeholder: pickTranslation(placeholder, language, mainLanguage),
      additional_options: {
        ...asked,
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
  const known = await knownForm(ctx, by)
  requireWelcome(ctx, known)
  return drawn(ctx, known)
}

function drawn(ctx: Ctx, known: KnownPerson): FormView {
  const { shape, notify_emails: _, confirm_submitter: __, description, ...form } = known
  return { ...form, description: richToHtml(description), tabs: tabsIn(ctx, shape) }
}

/** A form embedded in another page. Guests who may not submit it get its title and that it needs an account. @throws AppError NOT_FOUND */
export async function formOnPage(ctx: Ctx, by: { url: string } | { id: number }): Promise<FormView> {
  const known = await knownForm(ctx, by)
  const welcome = known.allow_guest || ctx.actor.kind === 'customer'
  return welcome ? drawn(ctx, known) : { ...drawn(ctx, known), description: '', standing: 'needs_account', tabs: [] }
}
