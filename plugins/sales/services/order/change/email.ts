import { toLocale, type Ctx, sql } from 'stoa'
import { formatAmount } from '../../../domain/amount.ts'
import type { EmailOrder } from '../email-kinds.ts'
import { type ChangeEntry, entryTexts } from './entries.ts'

interface Row {
  entries: ChangeEntry[]
  before: number
  after: number
  due: number
  refund: number
}

/** Variables of the order-changed e-mail: what changed, and the new total. */
export async function readChangeVariables(ctx: Ctx, order: EmailOrder, id: number): Promise<Record<string, string>> {
  const { kernel } = ctx
  const language = toLocale(ctx.language, ctx.mainLanguage)
  const row = await kernel.db.one<Row>(sql`select entries, total_before_minor as before, total_after_minor as after, due_minor as due,
    refund_minor as refund from order_change where id = ${id} and order_id = ${order.id}`)
  if (!row) return { changes: '', sum: '' }
  const translate = (key: string, values: Record<string, string>) => kernel.i18n.t(language, `sales:mail.changed_${key}`, values)
  const formatPrice = (minor: number) => formatAmount(minor, order.currency)
  const { before, after, due, refund } = row
  const sums = [
    translate(before === after ? 'same' : 'total', { before: formatPrice(before), after: formatPrice(after) }),
    ...(due > 0 ? [translate('due', { due: formatPrice(due) })] : []),
    ...(refund > 0 ? [translate('refund', { refund: formatPrice(refund) })] : []),
  ]
  return { changes: entryTexts(kernel, language, row.entries).join('\n'), sum: sums.join(' ') }
}
