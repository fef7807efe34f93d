import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, Failed, formatMoney, hit, invalid, type Kernel, NOT_FOUND, sql, text } from '#core'
import { confirmAtFake, isRehearsal } from '../providers/stripe/rehearsal.ts'
import { attemptKey, isAttemptKey } from '../services/attempts.ts'
import { methodOf } from '../services/methods.ts'
import { markReview } from '../services/review.ts'

const open = { config: { access: 'public' as const }, schema: { tags: ['payment'] } }

/** What the card page needs to know. Nothing of the buyer. */
export interface CardPage {
  publishable_key: string
  amount: string
  currency: string
  order_number: string
  /** Where the browser goes when the card was accepted. */
  return_url: string
  cancel_url: string
  test: boolean
}

interface CardRow {
  reference: string
  amount: number
  currency: string
  provider_payment_id: string
  code: string
  method: number
}

/** What payers call themselves: the card page, and "I have paid". */
export function payerRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/payment/card', open, async (request): Promise<CardPage> => {
    const { row, method } = await cardOf(request)
    const back = `/api/payment/${row.code}/return?reference=${encodeURIComponent(row.reference)}&key=${attemptKey(kernel, row.reference)}`
    const publishable = method.account.config.publishable_key ?? ''
    return {
      publishable_key: publishable,
      amount: formatMoney(row.amount),
      currency: row.currency,
      order_number: row.reference.replace(/-\d+$/, ''),
      return_url: back,
      cancel_url: `${back}&canceled=1`,
      test: /^pk_(test|fake)_/.test(publishable),
    }
  })

  // Stands for the maker's own card form in rehearsals; with real keys there is nothing here.
  app.post('/payment/card/rehearse', open, async (request) => {
    const { row, method } = await cardOf(request)
    if (!isRehearsal(method.account)) throw new Failed(NOT_FOUND)
    await confirmAtFake(method.account, row.provider_payment_id)
    return { reference: row.reference }
  })

  /** The payment behind the key of a card page, while it can be made: not once it is, nor when the payer has chosen another way. */
  async function cardOf(request: FastifyRequest) {
    await hit(kernel.db, `payment card ${request.ip}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
    const { key } = (await checkInput(
      { key: f.text({ maxLength: 300 }) },
      (request.body ?? {}) as Record<string, unknown>,
      request.typed,
    )) as { key: string }
    const row = await kernel.db.one<CardRow>(sql`
      select p.reference, p.amount_minor as amount, p.currency, p.provider_payment_id, m.code, m.id as method
      from payment p join payment_method m on m.id = p.payment_method_id
      where p.provider = 'stripe' and p.provider_payment_id = ${key.split('_secret_')[0] ?? ''} and p.action->>'key' = ${key}
        and p.status in ('pending', 'processing', 'payment_reject')
        and not exists (select 1 from payment q where q.document_type = p.document_type and q.document_id = p.document_id and q.id > p.id)`)
    const method = row && (await methodOf(kernel, { id: row.method }))
    if (!row || !method) throw new Failed(NOT_FOUND)
    return { row, method }
  }

  app.post('/payment/claim', open, async (request) => {
    await hit(kernel.db, `payment claim ${request.ip}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
    const input = (await checkInput(
      { reference: f.text({ maxLength: 100 }), key: f.text({ maxLength: 100 }), note: f.area({ default: '', maxLength: 1_000 }) },
      (request.body ?? {}) as Record<string, unknown>,
      request.typed,
    )) as { reference: string; key: string; note: string }
    const found = isAttemptKey(kernel, input.reference, input.key)
      ? await kernel.db.one<{ type: string; id: number }>(
          sql`select document_type as type, document_id as id from payment where reference = ${input.reference}`,
        )
      : undefined
    if (!found) throw invalid({ reference: text('core:rule.not_exists') })
    await kernel.work((tx) => markReview(tx, ctxOf(kernel, request), found, input.note))
    return { status: 'payment_review' }
  })
}
