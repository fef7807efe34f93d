import { useEffect } from 'react'
import { type DocumentDialog, type DocumentPiece, useSession } from 'stoa/admin'
import { RefundDialog } from './refund-dialog.tsx'
import { Refunds } from './refunds-card.tsx'
import { CountDialog, ReturnDialog } from './return-dialog.tsx'
import { isExpected, isToBeRefunded } from './next.ts'
import { Returns } from './returns-card.tsx'
import { useMessages } from './messages.ts'
import type { BackOrder } from './types.ts'

type Back = BackOrder['returns'][number]

const getCount =
  (back: Back): DocumentDialog<BackOrder> =>
  (now, props) => <CountDialog full={now} back={back} {...props} />
const refundFor =
  (back: Back): DocumentDialog<BackOrder> =>
  (now, props) => <RefundDialog full={now} begin={getBegin(back)} {...props} />
const returning: DocumentDialog<BackOrder> = (now, props) => <ReturnDialog full={now} {...props} />
const refunding: DocumentDialog<BackOrder> = (now, props) => <RefundDialog full={now} begin={undefined} {...props} />

/** Returns and refunds of an order, with actions to start them. */
export default function BackOfOrder({ data: full, open, done, bring }: DocumentPiece<BackOrder>) {
  const say = useMessages()
  const { me } = useSession()
  const may = (right: string) => me.role.permission_list.includes(right)
  const returnable = may('return order') && full.lines.some((l) => l.returnable > 0)
  const refundable = may('refund order') && Number(full.left.amount) > 0
  const [takeBack, refund, countIn, refundIt] = [say('takeBack'), say('refund'), say('countIn'), say('refundIt')]
  const { returns } = full
  const [mayReturn, mayRefund] = [may('return order'), may('refund order')]
  useEffect(() => {
    // Open returns wait for an action: it is offered first, before the order's own next step.
    const open = returns.filter((back) => (mayReturn && isExpected(back)) || (mayRefund && isToBeRefunded(back)))
    const getLabel = (word: string, { number }: Back) => (open.length > 1 ? `${word} ${number}` : word)
    bring('back', [
      ...open.map((back) =>
        isExpected(back)
          ? { name: `count-${back.id}`, label: getLabel(countIn, back), leads: true, dialog: getCount(back) }
          : { name: `refund-${back.id}`, label: getLabel(refundIt, back), leads: true, dialog: refundFor(back) },
      ),
      returnable && { name: 'return', label: takeBack, dialog: returning },
      refundable && {
        name: 'refund',
        label: refund,
        dialog: refunding,
      },
    ])
  }, [bring, returns, returnable, refundable, mayReturn, mayRefund, takeBack, refund, countIn, refundIt])
  return (
    <>
      <Returns full={full} done={done} count={(back) => open(getCount(back))} refund={(back) => open(refundFor(back))} />
      <Refunds full={full} done={done} />
    </>
  )
}

/** Prefills the refund of a received return. */
const getBegin = (back: Back) => ({
  return_id: back.id,
  units: Object.fromEntries(back.lines.map((l) => [l.order_line_id, back.kind === 'refund_only' ? l.quantity : l.received])),
})
