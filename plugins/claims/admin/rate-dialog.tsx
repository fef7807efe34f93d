import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { amountText, type DocumentDialogProps } from 'stoa/admin'
import { formatMoney, parseMoney } from 'stoa/money'
import type { ClaimView } from '../api-types.ts'
import { toBaseAmount } from '../domain/expense-amount.ts'
import { useMessages } from './messages.ts'
import { useClaimChange } from './use-claim-change.ts'

/** The converted amount as text; undefined while the rate is no number. */
function convert(amount: string, rate: string, base: string): string | undefined {
  try {
    return formatMoney(toBaseAmount(parseMoney(amount), rate, base))
  } catch {
    return undefined
  }
}

/** Changes the exchange rate of an expense in another currency, with a reason. */
export function RateDialog({ claim, close, done }: DocumentDialogProps & { claim: ClaimView }) {
  const say = useMessages()
  const foreign = claim.items.filter(({ currency }) => currency !== claim.currency)
  const [itemId, setItemId] = useState(foreign[0]?.id ?? 0)
  const item = foreign.find(({ id }) => id === itemId)
  const [rate, setRate] = useState(item?.rate ?? '')
  const [reason, setReason] = useState('')
  const { errors, problems, isBusy, send } = useClaimChange({ close, done })
  const group = (name: string) => (errors[name] ? { intent: 'danger' as const, helperText: errors[name].join(' ') } : {})
  if (!item) return null
  const base = convert(item.amount, rate, claim.currency)
  return (
    <Dialog isOpen title={say('edit_rate')} onClose={close}>
      <DialogBody>
        <FormGroup label={say('expense')} labelFor="rate-item">
          <HTMLSelect
            id="rate-item"
            fill
            value={itemId}
            options={foreign.map(({ id, category, amount, currency }) => ({
              value: id,
              label: `${category} · ${amountText(amount, currency)}`,
            }))}
            onChange={({ currentTarget }) => {
              setItemId(Number(currentTarget.value))
              setRate(foreign.find(({ id }) => id === Number(currentTarget.value))?.rate ?? '')
            }}
          />
        </FormGroup>
        <FormGroup label={say('rate_of', { base: claim.currency, code: item.currency })} labelFor="rate-value" {...group('rate')}>
          <InputGroup id="rate-value" inputMode="decimal" value={rate} onValueChange={setRate} />
        </FormGroup>
        <p aria-live="polite">
          {amountText(item.amount, item.currency)} ={' '}
          <strong className="num">{base === undefined ? '–' : amountText(base, claim.currency)}</strong>
        </p>
        <FormGroup label={say('rate_reason')} labelFor="rate-reason" {...group('reason')}>
          <InputGroup id="rate-reason" maxLength={500} value={reason} onValueChange={setReason} />
        </FormGroup>
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
              onClick={() =>
                void send(
                  `hr_reimbursement/${claim.id}/rate`,
                  { version: claim.version, item_id: itemId, rate, reason },
                  say('rate_saved'),
                  ['rate', 'reason'],
                )
              }
            >
              {say('save_rate')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
