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
  const common = { till, device, onClose: close }
  return (
    <>
      {dialog?.kind === 'charge' && <Charge {...common} ticket={ticket} quote={quote} onSold={onSold} onChanged={onChanged} />}
      {dialog?.kind === 'sold' && <Sold till={till} receipt={dialog.receipt} waits={dialog.waits} onNext={onNext} />}
      {dialog?.kind === 'pickup' && (
        <PickupDialog
          {...common}
          online={state.online}
          number={dialog.number}
          onHanded={(receipt) => setDialog({ kind: 'sold', receipt, waits: false })}
        />
      )}
      {dialog?.kind === 'return' && <ReturnGoods {...common} />}
      {dialog?.kind === 'unproven' && <ReturnUnproven {...common} finder={finder} />}
      {dialog?.kind === 'cash' && <CashMovementDialog {...common} session={drawer.session} />}
      {dialog?.kind === 'report' && <ReportDialog till={till} report={dialog.report} onClose={close} />}
      {dialog?.kind === 'close' && (
        <CloseTill
          {...common}
          drawer={drawer}
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
