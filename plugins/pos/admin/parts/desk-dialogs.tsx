import type { Receipt } from '../engine/ticket.ts'
import type { DeskState } from '../engine/use-desk.ts'
import { CashMovementDialog } from './cash-move.tsx'
import { Charge } from './charge.tsx'
import { CloseTill } from './close-till.tsx'
import { PickupDialog } from './pickup.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReturnGoods } from './return-goods.tsx'
import { ReturnUnproven } from './return-unproven.tsx'
import { Sold } from './sold.tsx'
import { TicketDialogs } from './ticket-dialogs.tsx'

interface Props {
  desk: DeskState
  onNext: () => void
  onSold: (receipt: Receipt, waits: boolean) => void
  /** Prices changed during payment. */
  onChanged: () => void
}

/** Dialogs of the register screen, one at a time. */
export function DeskDialogs({ desk, onNext, onSold, onChanged }: Props) {
  const { state, drawer, ticket, quote, finder, dialog, setDialog } = desk
  const { till, device } = state
  const close = () => setDialog(undefined)
  return (
    <>
      {dialog?.kind === 'charge' && (
        <Charge till={till} device={device} ticket={ticket} quote={quote} onSold={onSold} onChanged={onChanged} onClose={close} />
      )}
      {dialog?.kind === 'sold' && <Sold till={till} receipt={dialog.receipt} waits={dialog.waits} onNext={onNext} />}
      {dialog?.kind === 'pickup' && (
        <PickupDialog
          till={till}
          device={device}
          online={state.online}
          number={dialog.number}
          onHanded={(receipt) => setDialog({ kind: 'sold', receipt, waits: false })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'return' && <ReturnGoods till={till} device={device} onClose={close} />}
      {dialog?.kind === 'unproven' && <ReturnUnproven till={till} device={device} finder={finder} onClose={close} />}
      {dialog?.kind === 'cash' && <CashMovementDialog till={till} device={device} session={drawer.session} onClose={close} />}
      {dialog?.kind === 'report' && <ReportDialog till={till} report={dialog.report} onClose={close} />}
      {dialog?.kind === 'close' && (
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
      <TicketDialogs desk={desk} close={close} />
    </>
  )
}
