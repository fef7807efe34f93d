import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, fieldErrors, forget, notifyFailure, notifySuccess } from 'stoa/admin'
import type { InventoryLine } from 'stoa/plugins/catalogue/admin'
import { useMessages } from '../messages.ts'

export interface DiscardDialogProps {
  line: InventoryLine
  close: () => void
  done: () => void
}

/** Writes off spoilt stock, with a reason. */
export function DiscardDialog({ line, close, done }: DiscardDialogProps) {
  const say = useMessages()
  const form = useId()
  const [quantity, setQuantity] = useState(String(line.available_inventories ?? line.quantity))
  const [reason, setReason] = useState(say('spoilt'))
  const [remark, setRemark] = useState('')
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)

  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    // React portals bubble events to the form behind.
    event.stopPropagation()
    setBusy(true)
    try {
      await api('inventory/discard', {
        method: 'POST',
        body: { inventory_id: line.id, quantity: Math.trunc(Number(quantity) || 0), reason, remark },
      })
      forget('inventory')
      notifySuccess(say('discarded'))
      done()
      close()
    } catch (error) {
      setErrors(fieldErrors(error))
      notifyFailure(say('updateFail'), error, () => say('quantity'))
      setBusy(false)
    }
  }

  return (
    <Dialog isOpen onClose={close} title={say('discardTitle')}>
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <p>{say('discardText')}</p>
          <FormGroup
            label={say('quantity')}
            labelFor={`${form}-quantity`}
            {...(errors['quantity'] ? { helperText: errors['quantity'].join(' '), intent: 'danger' as const } : {})}
          >
            <InputGroup
              id={`${form}-quantity`}
              inputMode="numeric"
              className="num"
              value={quantity}
              onChange={(event) => setQuantity(event.target.value)}
            />
          </FormGroup>
          <FormGroup label={say('reason')} labelFor={`${form}-reason`}>
            <InputGroup id={`${form}-reason`} value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormGroup>
          <FormGroup label={say('remark')} labelFor={`${form}-remark`}>
            <InputGroup id={`${form}-remark`} value={remark} onChange={(event) => setRemark(event.target.value)} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <Button intent="danger" type="submit" loading={busy}>
              {say('discard')}
            </Button>
          }
        />
      </form>
    </Dialog>
  )
}
