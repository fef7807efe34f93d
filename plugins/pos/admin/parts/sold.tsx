import { Button } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useRef } from 'react'
import type { Till } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { Receipt } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'
import { ReceiptWays } from './receipt-ways.tsx'
import { PrintedReceipt } from './receipt.tsx'
import { TillDialog } from './till-dialog.tsx'

/** A completed sale or pickup: change and receipt. */
export function Sold({ till, receipt, waits, onNext }: { till: Till; receipt: Receipt; waits: boolean; onNext: () => void }) {
  const say = useMessages()
  const figure = useFigures()
  const next = useRef<HTMLButtonElement>(null)
  // Restores the focus after printing, for keyboard use.
  const print = () => {
    window.print()
    next.current?.focus()
  }
  const done = say(receipt.collected ? 'handedOver' : 'sold')
  return (
    <TillDialog
      title={done}
      wide
      onClose={onNext}
      buttons={
        <>
          <Button size="large" className="phone-button" icon="print" onClick={print}>
            {say('print')}
          </Button>
          <Button size="large" className="phone-button till-main" intent="primary" autoFocus ref={next} onClick={onNext}>
            {say('next')}
          </Button>
        </>
      }
    >
      <div className="till-sold">
        <div className="till-sold-said">
          <TickCircle size={40} aria-hidden />
          <p>{waits ? say('soldOffline') : `${done} · ${receipt.number}`}</p>
          {receipt.change !== '0.00' && (
            <p className="till-change">
              <span>{say('change')}</span>
              <strong className="num">{figure(receipt.change)}</strong>
            </p>
          )}
          {receipt.id !== undefined && <ReceiptWays store={till.store.id} ticket={receipt.id} member={receipt.customer !== ''} />}
        </div>
        <PrintedReceipt till={till} receipt={receipt} />
      </div>
    </TillDialog>
  )
}
