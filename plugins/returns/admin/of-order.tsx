import { useEffect } from 'react'
import { type DocumentDialog, type DocumentPiece, useSession } from '#admin'
import { RefundDialog } from './refund-dialog.tsx'
import { Refunds } from './refunds-card.tsx'
import { CountDialog, ReturnDialog } from './return-dialog.tsx'
import { Returns } from './returns-card.tsx'
import { useTexts } from './texts.ts'
import type { BackOrder } from './types.ts'

const returning: DocumentDialog<BackOrder> = (now, props) => <ReturnDialog full={now} {...props} />
const refunding: DocumentDialog<BackOrder> = (now, props) => <RefundDialog full={now} begin={undefined} {...props} />

/** What of an order came back and was given back, and the steps that begin either. */
export default function BackOfOrder({ data: full, open, done, bring }: DocumentPiece<BackOrder>) {
  const say = useTexts()
  const { me } = useSession()
  const may = (right: string) => me.role.permission_list.includes(right)
  const returnable = may('return order') && full.lines.some((l) => l.returnable > 0)
  const refundable = may('refund order') && Number(full.left.amount) > 0
  const [takeBack, refund] = [say('takeBack'), say('refund')]
  useEffect(() => {
    bring('back', [
      returnable && { name: 'return', label: takeBack, dialog: returning },
      refundable && {
        name: 'refund',
        label: refund,
        dialog: refunding,
      },
    ])
  }, [bring, returnable, refundable, takeBack, refund])
  return (
    <>
      <Returns
        full={full}
        done={done}
        count={(back) => open((now, props) => <CountDialog full={now} back={back} {...props} />)}
        refund={(back) => open((now, props) => <RefundDialog full={now} begin={beginOf(back)} {...props} />)}
      />
      <Refunds full={full} done={done} />
    </>
  )
}

/** What is paid back for goods that came back. */
const beginOf = (back: BackOrder['returns'][number]) => ({
  return_id: back.id,
  units: Object.fromEntries(back.lines.map((l) => [l.order_line_id, back.kind === 'refund_only' ? l.quantity : l.received])),
})
