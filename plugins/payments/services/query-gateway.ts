import { rateLimit, type Kernel, sql } from 'stoa'
import { type Attempt, GatewayError } from './adapter.ts'
import { recordReport } from './accept-webhook.ts'
import { findMethod } from './methods.ts'

interface AttemptQueryRow extends Attempt {
  id: number
  method_id: number
  status: string
  document_type: string
  expired: boolean
}

const attemptColumns = sql`p.id, p.reference, p.amount_minor as amount, p.currency, p.provider_payment_id, p.payment_method_id as method_id, p.status,
  p.document_type, regexp_replace(p.reference, '-\\d+$', '') as number, p.expires_at < now() as expired`

/** Queries an attempt at the provider and records the answer. @throws GatewayError */
async function queryGateway(kernel: Kernel, row: AttemptQueryRow): Promise<void> {
  await kernel.db.run(sql`update payment set asked_at = now() where id = ${row.id}`)
  const method = await findMethod(kernel, { id: row.method_id })
  if (!method?.adapter.queryPayment) return
  await recordReport(kernel, method, await method.adapter.queryPayment(row, method.account))
}

/** An attempt with what its provider query needs. */
export const findAttempt = (kernel: Kernel, by: { reference: string } | { id: number }): Promise<AttemptQueryRow | undefined> =>
  kernel.db.one<AttemptQueryRow>(
    sql`select ${attemptColumns} from payment p where ${'id' in by ? sql`p.id = ${by.id}` : sql`p.reference = ${by.reference}`}`,
  )

/** The state of an attempt after its provider was queried. */
export interface AttemptState {
  status: string
  number: string
  document_type: string
}

/** Queries by the shop's reference or the row id. Undefined if there is no such attempt. */
export async function queryAttempt(
  kernel: Kernel,
  by: { reference: string } | { id: number },
  limit?: string,
): Promise<AttemptState | undefined> {
  const row = await findAttempt(kernel, by)
  if (!row) return undefined
  if (limit) await rateLimit(kernel.db, `payment ask ${row.id} ${limit}`, { max: 20, seconds: 60, message: 'core:error.too_frequent' })
  await queryGateway(kernel, row)
  const now = await kernel.db.one<{ status: string }>(sql`select status from payment where id = ${row.id}`)
  return { status: now?.status ?? row.status, number: row.number, document_type: row.document_type }
}

/** Queries attempts that are open for more than five minutes, and refunds that a provider decides later. */
export async function reconcileAttempts(kernel: Kernel): Promise<void> {
  const rows = await kernel.db.rows<AttemptQueryRow>(sql`
    select ${attemptColumns} from payment p where p.status in ('processing', 'payment_review') and p.provider not in ('offline', 'fps', 'free')
      and p.updated_at < now() - interval '5 minutes' and (p.asked_at is null or p.asked_at < now() - interval '5 minutes') order by p.asked_at nulls first, p.id limit 200`)
  for (const row of rows) {
    try {
      await queryGateway(kernel, row)
      if (row.expired && row.status === 'processing') await cancelExpiredAttempt(kernel, row)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      kernel.log.warn({ reference: row.reference, code: error.code }, 'a payment gateway could not be queried')
    }
  }
  await kernel.db.run(sql`
    select graphile_worker.add_job('payments/refund', json_build_object('id', r.id), job_key := 'payments/refund ' || r.id, max_attempts := 8)
    from payment_refund r where r.status in ('pending', 'process') and not r.by_hand and r.updated_at < now() - interval '5 minutes' and r.tries < 500`)
}

/** The payer never returned and the provider knows of no payment. A late payment is recorded all the same. */
async function cancelExpiredAttempt(kernel: Kernel, row: AttemptQueryRow): Promise<void> {
  const method = await findMethod(kernel, { id: row.method_id })
  if (!method) return
  await recordReport(kernel, method, [{ kind: 'canceled', reference: row.reference, txn: row.reference, reason: 'expired' }])
}
