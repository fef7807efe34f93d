import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Document } from '@blueprintjs/icons'
import { useState } from 'react'
import type { Expense } from '../api-types.ts'
import { useMessages } from './messages.ts'

type ReceiptFile = NonNullable<Expense['receipt']>

/** A receipt: a picture that opens in a window, or a link to the PDF. */
export function Receipt({ receipt, large = false }: { receipt: ReceiptFile; large?: boolean }) {
  const say = useMessages()
  const [isOpen, setOpen] = useState(false)
  const className = large ? 'claim-receipt claim-receipt-large' : 'claim-receipt'
  const label = say('open_receipt', { name: receipt.name })
  if (!receipt.is_picture)
    return (
      <a className={className} href={receipt.url} target="_blank" rel="noreferrer" aria-label={label} title={receipt.name}>
        <Document size={large ? 40 : 24} aria-hidden />
        {large ? <span className="small claim-note">{receipt.name}</span> : null}
      </a>
    )
  return (
    <>
      <button type="button" className={className} aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <img src={receipt.url} alt="" loading="lazy" />
      </button>
      {isOpen ? <ReceiptDialog receipt={receipt} close={() => setOpen(false)} /> : null}
    </>
  )
}

/** The picture of a receipt at full width, with a link to save it. */
function ReceiptDialog({ receipt, close }: { receipt: ReceiptFile; close: () => void }) {
  const say = useMessages()
  return (
    <Dialog isOpen className="claim-receipt-dialog" title={receipt.name} onClose={close}>
      <DialogBody>
        <img src={receipt.url} alt={receipt.name} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <a className="bp6-button" href={receipt.url} download={receipt.name}>
              {say('save_receipt')}
            </a>
            <Button onClick={close}>{say('cancel')}</Button>
          </>
        }
      />
    </Dialog>
  )
}
