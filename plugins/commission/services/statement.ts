import { account, type Ctx, figureText, formatMoney, type Locale, sql, statusLabel } from 'stoa'
import { type Block, type PrintedDocument, readLetterhead } from 'stoa/plugins/documents'
import { commissionSettlement } from '../resources/settlement.ts'

interface Line {
  day: string
  kind: string
  group: string | null
  order_number: string | null
  base: number
  percent: string | null
  amount: number
}

/** The printed statement of a settlement in a language, with its number. @throws AppError NOT_FOUND */
export async function createStatement(ctx: Ctx, id: number, language: Locale): Promise<{ number: string; document: PrintedDocument }> {
  const { kernel } = ctx
  const settlement = await kernel.resources.get(ctx, commissionSettlement, id)
  const [lines, [person]] = await Promise.all([
    kernel.db.rows<Line>(sql`
      select to_char(e.earned_at, 'YYYY-MM-DD') as day, e.kind, g.name as "group", e.order_number, e.base_amount_minor as base,
        e.percent::text as percent, e.amount_minor as amount
      from commission_entry e left join commission_group g on g.id = e.group_id
      where e.settlement_id = ${id} and e.status <> 'canceled' order by e.earned_at, e.id`),
    kernel.query(account).whereIn('id', [settlement.admin_id]),
  ])
  const { number, currency } = settlement
  const t = (key: string, values: Record<string, unknown> = {}) => kernel.i18n.t(language, `commission:statement.${key}`, values)
  const label = (key: string) => kernel.i18n.t(language, `commission:${key}`)
  const { name, head, footnote } = readLetterhead(kernel, language)
  const facts: [string, string][] = [
    [t('number'), number],
    [t('staff'), person?.name ?? ''],
    [t('period'), `${settlement.period_start} – ${settlement.period_end ?? ''}`],
    [t('status'), statusLabel(kernel, language, settlement.status)],
    ...(settlement.paid_at === null
      ? []
      : [[t('paid'), [settlement.paid_at, settlement.payment_reference].filter(Boolean).join(' · ')] as [string, string]]),
  ]
  const blocks: Block[] = [
    { type: 'columns', shares: [3, 2], columns: [head, [{ type: 'pairs', rows: facts }]] },
    { type: 'space', height: 5 },
    { type: 'heading', text: t('title') },
    {
      type: 'table',
      columns: [
        { label: t('day'), share: 1.4 },
        { label: t('source'), share: 3.4 },
        { label: t('base'), share: 1.7, align: 'right' },
        { label: t('percent'), share: 1, align: 'right' },
        { label: t('amount', { currency }), share: 1.7, align: 'right' },
      ],
      rows: lines.map((line) => [
        line.day,
        {
          text: line.order_number ?? label(`commission_entry.kind_${line.kind}`),
          detail: [label(`commission_entry.kind_${line.kind}`), line.group].filter(Boolean).join(' · '),
        },
        figureText(formatMoney(line.base), currency),
        line.percent === null ? '–' : `${Number(line.percent)} %`,
        figureText(formatMoney(line.amount), currency),
      ]),
    },
    { type: 'totals', rows: [[t('total'), figureText(settlement.total, currency, `${currency} `)]] },
    ...(footnote === '' ? [] : [{ type: 'text' as const, text: footnote, quiet: true }]),
  ]
  const title = `${t('title')} ${number}`
  const foot = `${name} · ${number} · ${t('page', { page: '{page}', pages: '{pages}' })}`
  return { number, document: { title, language, running: `${title} · ${name}`, foot, blocks } }
}
