import {
  basic,
  checkInput,
  type Ctx,
  f,
  AppError,
  idempotent,
  ignoreNotFound,
  validationError,
  NOT_FOUND,
  localizedSql,
  richToHtml,
  sql,
  systemCtx,
  message,
} from 'stoa'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ATTRIBUTION } from 'stoa/plugins/content'
import { FORMS, NEEDS_ACCOUNT } from 'stoa/plugins/forms'
import { CAPTCHA } from 'stoa/plugins/people'
import type { Entered, FunnelView } from '../api-types.ts'
import { readSourceDetail, createLeadFromSubmission, getSource } from './from-form.ts'
import { LEADS } from './create-lead.ts'

/** Default questions of a funnel without a form. */
export const ownQuestions = {
  first_name: f.text({ maxLength: 100 }),
  last_name: f.text({ default: '', maxLength: 100 }),
  email: f.maybe(f.email()),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
  message: f.area({ default: '', maxLength: 5_000 }),
}

interface OpenFunnel {
  id: number
  url: string
  title: string
  content: string
  form_id: number | null
}

/** A funnel that is open to visitors. @throws AppError NOT_FOUND */
async function openFunnel({ kernel, language, mainLanguage }: Ctx, url: string): Promise<OpenFunnel> {
  const row = await kernel.db.one<OpenFunnel>(sql`
    select id, url, coalesce(${localizedSql(sql`title`, language, mainLanguage)}, '') as title, coalesce(${localizedSql(sql`content`, language, mainLanguage)}, '') as content, form_id
    from crm_funnel where url = ${url} and status = 'published'`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** The form of a funnel; null when it has none or the form is not published. @throws AppError FORM_NEEDS_ACCOUNT */
async function findFormView(ctx: Ctx, formId: number | null): Promise<FunnelView['form']> {
  const forms = ctx.kernel.find(FORMS)
  return (forms && formId !== null ? await ignoreNotFound(forms.view(ctx, formId)) : undefined) ?? null
}

/** A funnel as visitors see it. @throws AppError NOT_FOUND, FORM_NEEDS_ACCOUNT */
export async function viewFunnel(ctx: Ctx, url: string): Promise<FunnelView> {
  const { form_id, content, ...funnel } = await openFunnel(ctx, url)
  return { ...funnel, content: richToHtml(content), needs_account: false, form: await findFormView(ctx, form_id) }
}

/** A funnel embedded in another page. Guests who may not fill in its form see that it needs an account. @throws AppError NOT_FOUND */
export const funnelOnPage = (ctx: Ctx, url: string): Promise<FunnelView> =>
  viewFunnel(ctx, url).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== NEEDS_ACCOUNT) throw error
    const { form_id: _, ...funnel } = await openFunnel(ctx, url)
    return { ...funnel, content: richToHtml(funnel.content), needs_account: true, form: null }
  })

interface Entering {
  url: string
  version: number | null
  /** Source given in the link. */
  source: string
  answers: Record<string, unknown>
  key: string | undefined
}

type Visit = { request: FastifyRequest; reply: FastifyReply }

/**
 * Submits a funnel: through its form, else through its default questions.
 * @throws AppError NOT_FOUND, INVALID by field, TOO_MANY, and the errors of form submissions
 */
export async function enterFunnel(
  ctx: Ctx,
  { url, version, source: requestedSource, answers, key }: Entering,
  visit: Visit,
): Promise<Entered> {
  const funnel = await openFunnel(ctx, url)
  const source = getSource(requestedSource)
  const forms = ctx.kernel.find(FORMS)
  if (forms && (await findFormView(ctx, funnel.form_id))) {
    const by = systemCtx(ctx.kernel, 'crm')
    return forms.submit(
      ctx,
      {
        form: { id: funnel.form_id ?? 0 },
        version,
        input: answers,
        key,
        as: 'funnel',
        also: async (tx, submission) => {
          const summary = await forms.getSubmission(by, tx, submission)
          if (summary) await createLeadFromSubmission(tx, by, summary, { funnelId: funnel.id, source })
        },
      },
      visit,
    )
  }
  await ctx.kernel.find(CAPTCHA)?.require(visit.request, 'form')
  await ask(ctx, funnel, { answers, key, source }, visit)
  return { status: 'received', success_message: '', gifts: [] }
}

async function ask(
  ctx: Ctx,
  funnel: OpenFunnel,
  { answers, key, source }: Pick<Entering, 'answers' | 'key'> & { source: ReturnType<typeof getSource> },
  { request }: Visit,
): Promise<void> {
  const { kernel, language } = ctx
  const { message: text, ...person } = await checkInput(ownQuestions, answers, true)
  if (!person.email && !person.phone) throw validationError({ email: message('crm:error.reachable') })
  if (person.phone && !person.country_code) throw validationError({ country_code: message('people:error.country_code') })
  if (person.country_code && !kernel.settings.of(basic).supported_country_codes.includes(person.country_code))
    throw validationError({ country_code: message('core:rule.choice') })
  const by = systemCtx(kernel, 'crm')
  await kernel.transaction((tx) =>
    idempotent(tx, `funnel ${funnel.id}`, key, answers, async () => {
      const lead = {
        ...person,
        ...(person.phone ? {} : { country_code: null }),
        spoken_language: language,
        source,
        title: '',
        enquiry: text,
      }
      const id = await kernel.get(LEADS).create(tx, { ...lead, funnel_id: funnel.id, source_detail: '' })
      const page = (await kernel.find(ATTRIBUTION)?.transfer(tx, request.cookies, 'funnel', `lead ${id}`)) ?? null
      if (page !== null) await tx.run(sql`update crm_lead set source_detail = ${await readSourceDetail(tx, by, '', page)} where id = ${id}`)
      return { id }
    }),
  )
}
