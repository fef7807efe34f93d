import { toLocale, type Ctx, figureText, type Locale } from 'stoa'
import { readLetterhead, type PrintedDocument } from 'stoa/plugins/documents'
import type { PoView } from '../api-types.ts'
import { readOrderView } from './view.ts'

/** The printed order, in the supplier's language unless another is given. */
export async function createOrderDocument(
  ctx: Ctx,
  id: number,
  requestedLanguage?: string | null,
): Promise<{ order: PoView; language: Locale; document: PrintedDocument }> {
  const first = await readOrderView(ctx, id)
  const language = toLocale(requestedLanguage ?? first.supplier.language, ctx.mainLanguage)
  // Product names are read again in the language of the document.
  const order = language === ctx.language ? first : await readOrderView({ ...ctx, language }, id)
  return { order, language, document: print(ctx, order, language) }
}

function print(ctx: Ctx, order: PoView, language: Locale): PrintedDocument {
  const t = (key: string, values: Record<string, unknown> = {}) => ctx.kernel.i18n.t(language, `purchasing:paper.${key}`, values)
  const formatDay = (at: string, timeZone: string) => new Date(at).toLocaleDateString(language, { timeZone, dateStyle: 'long' })
  const { name, head, footnote } = readLetterhead(ctx.kernel, language)
  const { supplier } = order
  const draft = ['draft', 'pending', 'rejected', 'approved'].includes(order.status)
  const sums: [string, string][] = [
    [t('subtotal'), figureText(order.subtotal, order.currency)],
    ...(Number(order.discount) > 0 ? [[t('discount'), figureText(`-${order.discount}`, order.currency)] as [string, string]] : []),
    ...(Number(order.freight) > 0 ? [[t('freight'), figureText(order.freight, order.currency)] as [string, string]] : []),
    [t('total'), figureText(order.total, order.currency, `${order.currency} `)],
  ]
  return {
    title: `${t('title')} ${order.number}`,
    language,
    running: `${t('title')} ${order.number} · ${name}`,
    foot: `${name} · ${order.number} · ${t('page', { page: '{page}', pages: '{pages}' })}`,
    blocks: [
      {
        type: 'columns',
        shares: [3, 2],
        columns: [
          head,
          [{ type: 'code', code: { kind: 'code128', text: order.number }, height: 9, caption: order.number, align: 'right' }],
        ],
      },
      { type: 'space', height: 5 },
      { type: 'heading', text: draft ? t('draft') : t('title') },
      {
        type: 'columns',
        columns: [
          [
            { type: 'text', text: t('supplier'), quiet: true },
            { type: 'text', text: supplier.name, strong: true },
            ...(supplier.email ? [{ type: 'text' as const, text: supplier.email, quiet: true }] : []),
            ...(supplier.phone ? [{ type: 'text' as const, text: supplier.phone, quiet: true }] : []),
          ],
          [
            {
              type: 'pairs',
              rows: [
                [t('number'), order.number],
                [t('date'), formatDay(order.ordered_at ?? order.created_at, getZone(ctx))],
                // A date has no time zone, so it is formatted in UTC.
                [t('expected'), order.expected_at ? formatDay(order.expected_at, 'UTC') : '–'],
                [t('deliver_to'), order.warehouse.name],
                [t('terms'), t('terms_days', { count: supplier.payment_terms_days })],
              ],
            },
          ],
        ],
      },
      { type: 'space', height: 4 },
      {
        type: 'table',
        columns: [
          { label: '#', share: 0.5 },
          { label: t('item'), share: 4.6 },
          { label: t('quantity'), share: 1.1, align: 'right' },
          { label: t('unit'), share: 1.4, align: 'right' },
          ...(order.lines.some((l) => Number(l.discount) > 0) ? [{ label: t('discount'), share: 1.2, align: 'right' as const }] : []),
          { label: t('amount'), share: 1.6, align: 'right' },
        ],
        rows: order.lines.map((l, i) => [
          String(i + 1),
          {
            text: [l.name, l.options].filter(Boolean).join(' – '),
            detail: [...new Set([l.supplier_sku, l.sku])].filter(Boolean).join(' · '),
          },
          String(l.quantity),
          figureText(l.unit_cost, order.currency),
          ...(order.lines.some((o) => Number(o.discount) > 0)
            ? [Number(l.discount) > 0 ? figureText(`-${l.discount}`, order.currency) : '']
            : []),
          figureText(l.total, order.currency),
        ]),
      },
      { type: 'totals', rows: sums },
      ...(order.remark ? [{ type: 'text' as const, text: order.remark }] : []),
      ...(footnote ? [{ type: 'text' as const, text: footnote, quiet: true }] : []),
    ],
  }
}

const getZone = (ctx: Ctx) => String(ctx.kernel.settings.read('basic', ctx.mainLanguage).time_zone)
