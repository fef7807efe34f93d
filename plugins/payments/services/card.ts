import { AppError, type Kernel, NOT_FOUND, sql } from 'stoa'
import { type Method, findMethod } from './methods.ts'

interface CardRow {
  reference: string
  amount: number
  currency: string
  provider_payment_id: string
  code: string
  method: number
}

/**
 * The payment behind the key of a card page, as long as it can be paid: not after payment, nor after the payer chose
 * another method.
 * @throws AppError NOT_FOUND
 */
export async function readCardPage(kernel: Kernel, key: string): Promise<{ row: CardRow; method: Method }> {
  const row = await kernel.db.one<CardRow>(sql`
    select p.reference, p.amount_minor as amount, p.currency, p.provider_payment_id, m.code, m.id as method
    from payment p join payment_method m on m.id = p.payment_method_id
    where p.provider = 'stripe' and p.provider_payment_id = ${key.split('_secret_')[0] ?? ''} and p.action->>'key' = ${key}
      and p.status in ('pending', 'processing', 'payment_reject')
      and not exists (select 1 from payment q where q.document_type = p.document_type and q.document_id = p.document_id and q.id > p.id)`)
  const method = row && (await findMethod(kernel, { id: row.method }))
  if (!row || !method) throw new AppError(NOT_FOUND)
  return { row, method }
}
