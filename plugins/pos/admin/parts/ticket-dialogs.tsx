import { Alert } from '@blueprintjs/core'
import { parseMoney } from 'stoa/money'
import { empty, lineTotal, setPrice, type Ticket } from '../engine/ticket.ts'
import type { DeskState } from '../engine/use-desk.ts'
import { useMessages } from '../messages.ts'
import { CodeDialog } from './code-dialog.tsx'
import { MemberDialog } from './member.tsx'
import { ParkedDialog } from './parked-tickets.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Dialogs that change the sale. */
export function TicketDialogs({ desk, close }: { desk: DeskState; close: () => void }) {
  const say = useMessages()
  const { dialog, ticket, change } = desk
  const { till } = desk.state
  const store = till.store.id
  const apply = (next: (now: Ticket) => Ticket) => {
    change(next)
    close()
  }
  return (
    <>
      {dialog?.kind === 'member' && (
        <MemberDialog
          store={store}
          hasMember={ticket.customer !== undefined}
          onClose={close}
          onTake={(member) =>
            apply(({ customer: _, points: __, ...now }): Ticket =>
              member ? { ...now, customer: { id: member.id, name: member.name || member.email } } : now,
            )
          }
        />
      )}
      {dialog?.kind === 'price' && (
        <ReasonDialog
          title={dialog.line.article.name}
          label={say('newPrice')}
          lead={say('usual', { amount: dialog.line.article.pay })}
          amount={dialog.line.price?.unit ?? dialog.line.article.pay}
          reason={dialog.line.price?.reason ?? ''}
          tick={{ label: say('offersToo'), checked: dialog.line.price?.discountable ?? false }}
          reset={
            dialog.line.price && {
              label: say('asUsual'),
              run: () => apply((now) => setPrice(now, dialog.line.key, undefined)),
            }
          }
          onClose={close}
          onApply={(unit, reason, discountable) =>
            apply((now) => setPrice(now, dialog.line.key, { unit, reason, ...(discountable ? { discountable } : {}) }))
          }
        />
      )}
      {dialog?.kind === 'discount' && (
        <ReasonDialog
          title={say('discount')}
          label={say('amountOff')}
          amount={ticket.discount?.amount ?? ''}
          reason={ticket.discount?.reason ?? ''}
          percentageBase={ticket.lines.reduce((sum, line) => sum + lineTotal(line), 0)}
          onClose={close}
          onApply={(amount, reason) =>
            apply(({ discount: _, ...now }): Ticket => (parseMoney(amount) > 0 ? { ...now, discount: { amount, reason } } : now))
          }
        />
      )}
      {dialog?.kind === 'code' && (
        <CodeDialog
          codes={ticket.codes?.typed ?? []}
          onClose={close}
          onChange={(typed) => {
            change(({ codes: _, ...now }): Ticket => (typed.length > 0 ? { ...now, codes: { typed } } : now))
          }}
        />
      )}
      {dialog?.kind === 'points' && till.points && (
        <PointsDialog
          name={ticket.customer?.name ?? ''}
          use={ticket.points?.use ?? 0}
          onClose={close}
          onChange={(use) => {
            change(({ points: _, ...now }): Ticket => (use > 0 ? { ...now, points: { use } } : now))
          }}
        />
      )}
      {dialog?.kind === 'parked' && (
        <ParkedDialog store={store} busy={ticket.lines.length > 0} onClose={close} onTake={(parkedTicket) => apply(() => parkedTicket)} />
      )}
      <Alert
        isOpen={dialog?.kind === 'clear'}
        intent="danger"
        confirmButtonText={say('clear')}
        cancelButtonText={say('cancel')}
        onCancel={close}
        onConfirm={() => apply(() => empty)}
      >
        {say('clearSure')}
      </Alert>
    </>
  )
}
