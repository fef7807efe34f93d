import { Button } from '@blueprintjs/core'
import { ApiError, failureLines, useT } from 'stoa/admin'
import { useState } from 'react'
import { formatMoney, parseMoney } from 'stoa/money'
import type { CounterQuote } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { finish, sendNow } from '../engine/queue.ts'
import { getBody, type Payment, type Receipt, getReceipt, type Ticket, getTotal } from '../engine/ticket.ts'
import { useCall } from '../engine/use-call.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { paidBy, paymentsSent, useTaking } from '../engine/use-payment.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { TakingFields } from './payment-fields.tsx'

interface Props {
  till: MannedTill
  device: string
  ticket: Ticket
  quote: CounterQuote | undefined
  /** The sale is complete; `waits` if it was not sent yet. */
  onSold: (receipt: Receipt, waits: boolean) => void
  /** Prices changed: nothing was sold. */
  onChanged: (lines: readonly string[]) => void
  onClose: () => void
}

/** Takes the payment of a sale, by one or several methods, and completes it. */
export function Charge({ till, device, ticket, quote, onSold, onChanged, onClose }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const { language } = useT()
  const [total] = useState(() => (quote ? parseMoney(quote.total) : getTotal(ticket)))
  const taking = useTaking(till, total)
  const [beyond, setBeyond] = useState<'no' | 'may' | 'yes'>('no')
  /** Label of a rejected field. */
  const getFieldLabel = (at: string) =>
    ticket.lines.find(({ article }, i) => at === `stock.${article.id}` || at.startsWith(`lines.${i}.`) || at === `lines.${i}`)?.article
      .name ?? at
  const { busy, wrong, call } = useCall(getFieldLabel)
  const sell = async (parts: readonly Payment[], allowed: boolean) => {
    const paid = paidBy(parts)
    const sold_at = new Date().toISOString()
    const { number: _, ...receipt } = getReceipt(ticket, paid, quote && parseMoney(quote.total) === total ? quote : undefined, {
      number: '',
      sold_at,
      cashier: till.me.name,
      discountLabel: say('discount'),
    })
    const error = await call(async () => {
      const item = await finish({
        store: till.store.id,
        device,
        path: `ticket?language=${language}`,
        receipt,
        body: {
          ...getBody(ticket),
          cashier: till.cashier,
          sold_at,
          total: formatMoney(total),
          beyond: allowed,
          payments: paymentsSent(paid),
        },
      })
      const result = await sendNow(item)
      onSold({ ...item.receipt, ...(result ? { id: result.id } : {}), order_number: result?.order_number ?? '' }, result === undefined)
    })
    if (!(error instanceof ApiError)) return
    if (error.code === 'OUT_OF_STOCK' && till.may.oversell) setBeyond('may')
    if (error.code === 'TOTAL_CHANGED') onChanged(failureLines(error))
  }
  const send = (allowed: boolean) => {
    const parts = busy ? undefined : taking.take()
    if (parts) void sell(parts, allowed)
  }
  const { open, amount, given, last } = taking
  return (
    <DialogForm
      title={say('charge')}
      wide
      formClass="till-charge"
      go={last ? say('finish') : say('take', { amount: figure(amount) })}
      intent={last ? 'success' : 'primary'}
      busy={busy}
      locks
      blockedBy={open > 0 && given <= 0 ? say('enterAmount') : undefined}
      wrong={wrong}
      wayOut={
        beyond === 'may' && (
          <Button
            intent="danger"
            variant="outlined"
            onClick={() => {
              setBeyond('yes')
              send(true)
            }}
          >
            {say('oversell')}
          </Button>
        )
      }
      onSend={() => send(beyond === 'yes')}
      onClose={onClose}
    >
      <TakingFields till={till} taking={taking} />
    </DialogForm>
  )
}
