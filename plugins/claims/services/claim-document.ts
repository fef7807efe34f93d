import { type Ctx, figureText, type Locale, statusLabel } from 'stoa'
import { type Block, type PrintedDocument, readLetterhead } from 'stoa/plugins/documents'
import type { ClaimView } from '../api-types.ts'
import { readClaimView } from './claim-view.ts'

/** A printed claim in a language, with its number. @throws AppError NOT_FOUND */
export async function createClaimDocument(ctx: Ctx, id: number, language: Locale): Promise<{ number: string; document: PrintedDocument }> {
  const claim = await readClaimView({ ...ctx, language, interfaceLanguage: language }, id)
  return { number: claim.number, document: print(ctx, claim, language) }
}

function print(ctx: Ctx, claim: ClaimView, language: Locale): PrintedDocument {
  const { kernel } = ctx
  const t = (key: string, values: Record<string, unknown> = {}) => kernel.i18n.t(language, `claims:paper.${key}`, values)
  const { name, head, footnote } = readLetterhead(kernel, language)
  const { currency } = claim
  const facts: [string, string][] = [
    [t('number'), claim.number],
    [t('employee'), claim.employee],
    [t('status'), statusLabel(kernel, language, claim.status)],
    ...(claim.submitted_at === null ? [] : [[t('submitted'), formatDay(ctx, claim.submitted_at, language)] as [string, string]]),
    ...(claim.endorser === null ? [] : [[t('endorser'), claim.endorser] as [string, string]]),
    ...(claim.approver === null ? [] : [[t('approver'), claim.approver] as [string, string]]),
    ...(claim.paid_at === null ? [] : [[t('paid'), [claim.paid_at, claim.payment_ref].filter(Boolean).join(' · ')] as [string, string]]),
  ]
  const blocks: Block[] = [
    { type: 'columns', shares: [3, 2], columns: [head, [{ type: 'pairs', rows: facts }]] },
    { type: 'space', height: 5 },
    { type: 'heading', text: `${t('title')} · ${claim.title}` },
    {
      type: 'table',
      columns: [
        { label: t('date'), share: 1.4 },
        { label: t('expense'), share: 3.6 },
        { label: t('amount'), share: 1.8, align: 'right' },
        { label: t('claimed', { currency }), share: 1.6, align: 'right' },
        { label: t('approved', { currency }), share: 1.6, align: 'right' },
      ],
      rows: claim.items.map((item) => [
        item.expense_date,
        { text: item.category, detail: [item.description, item.receipt?.name].filter(Boolean).join(' · ') },
        {
          text: figureText(item.amount, item.currency, `${item.currency} `),
          detail: item.mileage_km === null ? (item.currency === currency ? '' : t('rate', { ...item })) : t('distance', { ...item }),
        },
        figureText(item.base_amount, currency),
        item.approved_amount === null ? '–' : figureText(item.approved_amount, currency),
      ]),
    },
    {
      type: 'totals',
      rows: [
        [t('total_claimed'), figureText(claim.total_claimed, currency, `${currency} `)],
        [t('total_approved'), figureText(claim.total_approved, currency, `${currency} `)],
      ],
    },
    ...(claim.decision_note === '' ? [] : [{ type: 'text' as const, text: claim.decision_note }]),
    ...(footnote === '' ? [] : [{ type: 'text' as const, text: footnote, quiet: true }]),
  ]
  const title = `${t('title')} ${claim.number}`
  const foot = `${name} · ${claim.number} · ${t('page', { page: '{page}', pages: '{pages}' })}`
  return { title, language, running: `${title} · ${name}`, foot, blocks }
}

const formatDay = (ctx: Ctx, at: string, language: Locale): string =>
  new Date(at).toLocaleDateString(language, {
    timeZone: String(ctx.kernel.settings.read('basic', ctx.mainLanguage).time_zone),
    dateStyle: 'long',
  })
