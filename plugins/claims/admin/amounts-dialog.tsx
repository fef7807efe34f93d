import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { type DocumentDialogProps, Money } from 'stoa/admin'
import type { ClaimView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { useClaimChange } from './use-claim-change.ts'

/** Sets the approved amount of each expense, with a note. */
export function AmountsDialog({ claim, close, done }: DocumentDialogProps & { claim: ClaimView }) {
  const say = useMessages()
  const [amounts, setAmounts] = useState(() =>
    claim.items.map(({ id, approved_amount, base_amount, approval_note }) => ({
      id,
      approved_amount: approved_amount ?? base_amount,
      note: approval_note,
    })),
  )
  const { problems, isBusy, send } = useClaimChange({ close, done })
  const change = (id: number, part: { approved_amount?: string; note?: string }) =>
    setAmounts((now) => now.map((amount) => (amount.id === id ? { ...amount, ...part } : amount)))
  return (
    <Dialog isOpen title={say('edit_amounts')} onClose={close}>
      <DialogBody>
        {claim.items.map((item, n) => (
          <fieldset key={item.id} className="claim-fieldset">
            <legend>
              {item.category} · {item.expense_date} · <Money value={item.base_amount} currency={claim.currency} />
            </legend>
            <FormGroup label={say('approved_amount_of', { currency: claim.currency })} labelFor={`amount-${item.id}`}>
              <InputGroup
                id={`amount-${item.id}`}
                inputMode="decimal"
                value={amounts[n]?.approved_amount ?? ''}
                onValueChange={(approved_amount) => change(item.id, { approved_amount })}
              />
            </FormGroup>
            <FormGroup label={say('note')} labelInfo={`(${say('optional')})`} labelFor={`amount-note-${item.id}`}>
              <InputGroup
                id={`amount-note-${item.id}`}
                maxLength={500}
                value={amounts[n]?.note ?? ''}
                onValueChange={(note) => change(item.id, { note })}
              />
            </FormGroup>
          </fieldset>
        ))}
        <div role="alert" className="field-error">
          {problems.join(' ')}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('cancel')}</Button>
            <Button
              intent="primary"
              loading={isBusy}
              onClick={() => void send(`hr_reimbursement/${claim.id}/amounts`, { version: claim.version, amounts }, say('amounts_saved'))}
            >
              {say('save_amounts')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
