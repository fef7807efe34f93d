import { type Ctx, formatMoney, localizedSql, signedPath, sql } from 'stoa'
import type { PaymentAction } from '../api-types.ts'
import type { AttemptView } from '../admin-api-types.ts'
import { toPayerAction } from './attempts.ts'
import { listProofFiles } from './proofs.ts'
import type { Document } from './book.ts'
import { PROVIDERS } from './adapter.ts'

interface Row extends Omit<
  AttemptView,
  'amount' | 'transactions' | 'refunds' | 'proofs' | 'method' | 'message' | 'told' | 'provable' | 'held'
> {
  method_id: number
  code: string
  title: string
  provider: string
  amount: number
  message: string | null
  error_code: string | null
  transactions: (Omit<AttemptView['transactions'][number], 'amount'> & { amount: number })[]
  refunds: (Omit<AttemptView['refunds'][number], 'amount' | 'moot'> & { amount: number })[]
  proofs: {
    id: number
    note: string
    status: string
    at: string
    file_id: number | null
    path: string | null
    mime: string
    name: string
  }[]
}

/** Numbers the house gives what nobody else numbered: they tell people nothing. */
const OWN = /^(?:by-hand-.*|approved-\d+|staff-\d+-(?:part-)?\d+)$/

/** All attempts to pay a document, the first one first. */
export async function listAttempts(ctx: Ctx, document: Document): Promise<AttemptView[]> {
  const { kernel } = ctx
  const rows = await kernel.db.rows<Row>(sql`
    select p.id, p.reference, p.attempt, p.status, p.amount_minor as amount, p.currency, p.created_at, p.error_message as message, p.error_code, p.action,
      m.id as method_id, m.code, m.provider, ${localizedSql(sql`m.title`, ctx.language, ctx.mainLanguage)} as title,
      (select coalesce(json_agg(json_build_object('kind', t.kind, 'amount', t.amount_minor, 'currency', coalesce(t.currency, p.currency), 'reference', t.provider_txn_id,
        'who', t.actor, 'at', t.created_at) order by t.id), '[]') from payment_transaction t where t.payment_id = p.id) as transactions,
      (select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'amount', r.amount_minor, 'status', r.status, 'by_hand', r.by_hand, 'reason', r.reason,
        'message', r.message, 'at', r.created_at) order by r.id), '[]') from payment_refund r where r.payment_id = p.id) as refunds,
      (select coalesce(json_agg(json_build_object('id', f.id, 'note', f.note, 'status', f.status, 'at', f.created_at, 'file_id', f.file_id, 'path', x.path,
        'mime', x.mime, 'name', x.name) order by f.id), '[]') from ${listProofFiles} where f.payment_id = p.id) as proofs
    from payment p join payment_method m on m.id = p.payment_method_id
    where p.document_type = ${document.type} and p.document_id = ${document.id} order by p.id`)
  const latest = rows.at(-1)?.id
  return rows.map(({ method_id, code, title, provider, message, error_code, action, ...p }) => ({
    ...p,
    method: { id: method_id, code, title, provider },
    amount: formatMoney(p.amount),
    message: message ?? '',
    told: error_code === 'rejected' ? (message ?? '') : '',
    provable: provable(action),
    held: kernel.contributions(PROVIDERS).get(provider)?.held !== undefined && isHeld(p.transactions),
    action: p.id === latest ? getNextAction(ctx, p.reference, p.status, action) : null,
    transactions: p.transactions.map((t) => ({ ...t, reference: OWN.test(t.reference) ? '' : t.reference, amount: formatMoney(t.amount) })),
    refunds: p.refunds.map((r) => ({ ...r, amount: formatMoney(r.amount), moot: r.status === 'abnormal' && r.amount > getLeft(p) })),
    proofs: p.proofs.map(({ path, mime, name, file_id: _, ...f }) => ({
      ...f,
      file: path ? { url: signedPath(kernel.config, path), mime, name } : null,
    })),
  }))
}

/** What may still be given back. A refund that failed and is more than that was asked for anew. */
const getLeft = ({ transactions, refunds }: Pick<Row, 'transactions' | 'refunds'>) =>
  transactions.reduce((sum, t) => sum + (t.kind === 'capture' ? t.amount : t.kind === 'refund' ? -t.amount : 0), 0) -
  refunds.reduce((sum, r) => sum + (r.status === 'pending' || r.status === 'process' ? r.amount : 0), 0)

const isHeld = (lines: readonly { kind: string }[]) =>
  lines.some((t) => t.kind === 'authorize') && !lines.some((t) => t.kind === 'capture' || t.kind === 'void')

/** Ways without a gateway either tell the payer what to do, or nothing at all. */
function provable(action: PaymentAction | null): boolean {
  return action?.type === 'none' || (action?.type === 'instructions' && !action.in_person)
}

/** Instructions are for whoever may see the document; addresses and keys of gateways are for the payer at that moment only. */
function getNextAction({ kernel }: Ctx, reference: string, status: string, action: PaymentAction | null): PaymentAction | null {
  if (action?.type !== 'instructions' || !['pending', 'processing', 'payment_reject'].includes(status)) return null
  return toPayerAction(kernel, reference, action)
}
