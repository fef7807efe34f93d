import type { Ctx, Seed } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { createSamplePerson } from 'stoa/plugins/people'
import { form } from './resources/form.ts'
import { firstTab } from './services/first-tab.ts'
import { judged } from './services/validate-answers.ts'
import { loadPublishedForm } from './services/read.ts'
import { keepAnswers } from './services/submit.ts'

const URL = 'tasting'

/** A sample form; in the sample year with submissions. */
export const seedForms: Seed = async (ctx, set) => {
  if (set === 'small') return
  const { year } = ctx
  if (!year) return makeContactForm(ctx)
  const random = year.random('forms')
  year.at(year.on(0, 9), (ctx) =>
    ctx.kernel.resources.create(ctx, form, {
      url: URL,
      title: { 'en-US': 'Tasting for groups', 'zh-HK': '團體品茶', 'zh-CN': '团体品茶' },
      // No confirmation e-mails to the people of the sample data.
      confirm_submitter: false,
    }),
  )
  for (let nth = Math.max(4, Math.round(year.orders / 60)); nth > 0; nth--)
    year.at(year.on(random.int(1, year.days), random.int(9, 22)), (ctx) => answer(ctx, random, nth))
}

async function makeContactForm(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  if (await resources.findBy(ctx, form, 'url', 'contact')) return
  const tab = firstTab(ctx)
  const message = {
    type: 'textarea' as const,
    key: 'message',
    title: { 'en-US': 'Message', 'zh-HK': '訊息', 'zh-CN': '留言' },
    required: true,
  }
  await resources.create(ctx, form, {
    url: 'contact',
    title: { 'en-US': 'Contact form', 'zh-HK': '聯絡表格', 'zh-CN': '联系表单' },
    tabs: [{ ...tab, fields: [...tab.fields, message] }],
  })
}

async function answer(ctx: Ctx, random: ReturnType<YearPlan['random']>, nth: number): Promise<void> {
  const { first_name, last_name, email, phone, country_code, language } = createSamplePerson(random, 4_000 + nth)
  const localCtx: Ctx = { ...ctx, language }
  const publishedForm = await loadPublishedForm(localCtx, { url: URL })
  const answers = judged(localCtx, publishedForm.shape, { first_name, last_name, email, phone, country_code })
  await ctx.kernel.transaction((tx) =>
    keepAnswers(tx, localCtx, {
      form: publishedForm,
      version: publishedForm.form_version,
      shape: publishedForm.shape,
      answers,
      files: new Map(),
      email,
      key: undefined,
    }),
  )
}
