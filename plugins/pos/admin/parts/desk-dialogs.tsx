import { Alert } from '@blueprintjs/core'
import { parseMoney } from '../../../../core/money.ts'
import type { CounterQuote, Report } from '../../wire.ts'
import type { Drawer } from '../engine/db.ts'
import type { Finder } from '../engine/find.ts'
import { empty, lineTotal, type Line, type Receipt, setPrice, type Ticket } from '../engine/ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import type { TillState } from '../engine/use-till.ts'
import { useTexts } from '../texts.ts'
import { CashMove } from './cash-move.tsx'
import { Charge } from './charge.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CloseTill } from './close-till.tsx'
import { MemberDialog } from './member.tsx'
import { ParkedDialog } from './parked.tsx'
import { PickupDialog } from './pickup.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReturnGoods } from './return-goods.tsx'
import { ReturnUnproven } from './return-unproven.tsx'
import { Sold } from './sold.tsx'

/** What is asked or shown over the counter. */
export type Open =
  | { what: 'charge' | 'member' | 'discount' | 'code' | 'points' | 'parked' | 'return' | 'unproven' | 'cash' | 'close' | 'clear' }
  | { what: 'price'; line: Line }
  | { what: 'pickup'; number?: string }
  | { what: 'sold'; receipt: Receipt; waits: boolean }
  | { what: 'report'; report: Report }

interface Props {
  open: Open | undefined
  state: TillState & { till: MannedTill }
  drawer: Drawer
  ticket: Ticket
  quote: CounterQuote | undefined
  finder: Finder
  change: (next: (now: Ticket) => Ticket) => void
  onClose: () => void
  onNext: () => void
  onSold: (receipt: Receipt, waits: boolean) => void
  /** An order of the shop was handed over: what lies on the counter stays. */
  onHanded: (receipt: Receipt) => void
  onChanged: () => void
}

/** The dialogs of the counter, one at a time. */
export function DeskDialogs({
  open,
  state,
  drawer,
  ticket,
  quote,
  finder,
  change,
  onClose: close,
  onNext,
  onSold,
  onHanded,
  onChanged,
}: Props) {
  const say = useTexts()
  const { till, device } = state
  const store = till.store.id
  const full = ticket.lines.length > 0
  const goods = ticket.lines.reduce((sum, line) => sum + lineTotal(line), 0)
  return (
    <>
      {open?.what === 'charge' && (
        <Charge till={till} device={device} ticket={ticket} quote={quote} onSold={onSold} onChanged={onChanged} onClose={close} />
      )}
      {open?.what === 'sold' && <Sold till={till} receipt={open.receipt} waits={open.waits} onNext={onNext} />}
      {open?.what === 'member' && (
        <MemberDialog
          store={store}
          known={ticket.customer !== undefined}
          onClose={close}
          onTake={(member) => {
            change(({ customer: _, points: __, ...now }): Ticket =>
              member ? { ...now, customer: { id: member.id, name: member.name || member.email } } : now,
            )
            close()
          }}
        />
      )}
      {open?.what === 'price' && (
        <ReasonDialog
          title={open.line.article.name}
          label={say('newPrice')}
          lead={say('usual', { amount: open.line.article.pay })}
          amount={open.line.price?.unit ?? open.line.article.pay}
          reason={open.line.price?.reason ?? ''}
          tick={{ label: say('offersToo'), checked: open.line.price?.discountable ?? false }}
          reset={
            open.line.price && {
              label: say('asUsual'),
              run: () => {
                change((now) => setPrice(now, open.line.key, undefined))
                close()
              },
            }
          }
          onClose={close}
          onApply={(unit, reason, discountable) => {
            change((now) => setPrice(now, open.line.key, { unit, reason, ...(discountable ? { discountable } : {}) }))
            close()
          }}
        />
      )}
      {open?.what === 'discount' && (
        <ReasonDialog
          title={say('discount')}
          label={say('amountOff')}
          amount={ticket.discount?.amount ?? ''}
          reason={ticket.discount?.reason ?? ''}
          shareOf={goods}
          onClose={close}
          onApply={(amount, reason) => {
            change(({ discount: _, ...now }): Ticket => (parseMoney(amount) > 0 ? { ...now, discount: { amount, reason } } : now))
            close()
          }}
        />
      )}
      {open?.what === 'code' && (
        <CodeDialog
          codes={ticket.codes?.typed ?? []}
          onClose={close}
          onChange={(typed) => {
            const of = till.codes ?? ''
            change(({ codes: _, ...now }): Ticket => (typed.length > 0 ? { ...now, codes: { of, typed } } : now))
          }}
        />
      )}
      {open?.what === 'points' && till.points !== null && (
        <PointsDialog
          name={ticket.customer?.name ?? ''}
          use={ticket.points?.use ?? 0}
          onClose={close}
          onChange={(use) => {
            const of = till.points ?? ''
            change(({ points: _, ...now }): Ticket => (use > 0 ? { ...now, points: { of, use } } : now))
          }}
        />
      )}
      {open?.what === 'parked' && (
        <ParkedDialog
          store={store}
          busy={full}
          onClose={close}
          onTake={(taken) => {
            change(() => taken)
            close()
          }}
        />
      )}
      {open?.what === 'pickup' && (
        <PickupDialog till={till} device={device} online={state.online} number={open.number} onHanded={onHanded} onClose={close} />
      )}
      {open?.what === 'return' && <ReturnGoods till={till} device={device} onClose={close} />}
      {open?.what === 'unproven' && <ReturnUnproven till={till} device={device} finder={finder} onClose={close} />}
      {open?.what === 'cash' && <CashMove till={till} device={device} session={drawer.session} onClose={close} />}
      {open?.what === 'report' && <ReportDialog till={till} report={open.report} onClose={close} />}
      {open?.what === 'close' && (
        <CloseTill
          till={till}
          drawer={drawer}
          device={device}
          onClose={close}
          onClosed={() => {
            close()
            void state.setDrawer(undefined).then(state.refresh)
          }}
        />
      )}
      <Alert
        isOpen={open?.what === 'clear'}
        intent="danger"
        confirmButtonText={say('clear')}
        cancelButtonText={say('cancel')}
        onCancel={close}
        onConfirm={() => {
          change(() => empty)
          close()
        }}
      >
        {say('clearSure')}
      </Alert>
    </>
  )
}
