import { Button, Dialog, DialogBody, DialogFooter, FormGroup, TextArea } from '@blueprintjs/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, BlockableButton, notifyFailure, notifySuccess, useT } from 'stoa/admin'
import type { PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** The buyer enters how a discrepancy was settled; the order continues. */
export function AcceptDialog({ order, close, done }: { order: PoView; close: () => void; done: () => void }) {
  const say = useMessages()
  const { t } = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await api(`po/${order.id}/accept`, { method: 'POST', body: { reason } })
      notifySuccess(say('settled'))
      done()
      close()
    } catch (error) {
      notifyFailure(say('postFail'), error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={say('settle')}>
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <p>{say('settleText')}</p>
          <FormGroup label={say('howSettled')} labelFor={id}>
            <TextArea id={id} fill maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <BlockableButton
                type="submit"
                intent="primary"
                loading={busy}
                blockedBy={reason.trim() === '' ? t('blocked.reason') : undefined}
              >
                {say('settle')}
              </BlockableButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
