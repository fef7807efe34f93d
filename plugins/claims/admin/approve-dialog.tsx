import { Button, Dialog, DialogBody, DialogFooter, FormGroup, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { type DocumentDialogProps, Money } from 'stoa/admin'
import type { ClaimView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { useClaimChange } from './use-claim-change.ts'

/** Approves a claim as manager (`endorse`) or for finance (`approve`), with the total that is shown. */
export function ApproveDialog({ claim, action, close, done }: DocumentDialogProps & { claim: ClaimView; action: 'endorse' | 'approve' }) {
  const say = useMessages()
  const [note, setNote] = useState('')
  const { problems, isBusy, send } = useClaimChange({ close, done })
  const title = say(action)
  const body = { total: claim.total_approved, ...(action === 'approve' ? { note } : {}) }
  return (
    <Dialog isOpen title={title} onClose={close}>
      <DialogBody>
        <p>
          {claim.employee} · {claim.number}
        </p>
        <p>
          {say('total_approved')}{' '}
          <strong>
            <Money value={claim.total_approved} currency={claim.currency} />
          </strong>
          {claim.total_approved === claim.total_claimed ? null : (
            <span className="quiet">
              {' '}
              ({say('total_claimed')} <Money value={claim.total_claimed} currency={claim.currency} />)
            </span>
          )}
        </p>
        {action === 'approve' ? (
          <FormGroup label={say('note')} labelInfo={`(${say('optional')})`} labelFor="approve-note">
            <TextArea
              id="approve-note"
              fill
              autoResize
              maxLength={2_000}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </FormGroup>
        ) : (
          <p className="quiet">{say('endorse_hint')}</p>
        )}
        <div role="alert" className="field-error">
          {problems.join(' ')}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('keep_pending')}</Button>
            <Button
              intent="success"
              loading={isBusy}
              onClick={() => void send(`hr_reimbursement/${claim.id}/${action}`, body, say(action === 'approve' ? 'approved' : 'endorsed'))}
            >
              {title}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
