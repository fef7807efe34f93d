import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { api, fieldErrors, notifySuccess, useT } from 'stoa/admin'
import type { MemberCard } from '../api-types.ts'
import { MemberDialog } from './member-dialog.tsx'
import { useMessages } from './messages.ts'

interface Props {
  id: number
  card: MemberCard
  close: () => void
  done: (card: MemberCard) => void
}

/** Sets the tier of a customer by hand, with a date until which it cannot drop. */
export function ChooseTier({ id, card, close, done }: Props) {
  const say = useMessages()
  const { language } = useT()
  const field = useId()
  const [tier, setTier] = useState(String(card.membership.current?.id ?? ''))
  const [locked, setLocked] = useState(card.locked_until ?? '')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const reasonWrong = fieldErrors(failed)['reason']
  const send = async () => {
    setBusy(true)
    try {
      const body = { tier_id: tier === '' ? null : Number(tier), locked_until: locked || null, reason, language }
      const next = await api<MemberCard>(`customer/${id}/membership`, { method: 'PUT', body })
      notifySuccess(say('saved'))
      done(next)
    } catch (error) {
      setFailed(error)
      setBusy(false)
    }
  }
  return (
    <MemberDialog title={say('tier')} busy={busy} failed={reasonWrong ? undefined : failed} send={send} close={close}>
      <FormGroup label={say('title')} labelFor={`${field}-tier`}>
        <HTMLSelect id={`${field}-tier`} fill autoFocus value={tier} onChange={(event) => setTier(event.target.value)}>
          <option value="">{say('noTier')}</option>
          {card.membership.tiers.map((tier) => (
            <option key={tier.id} value={tier.id}>
              {tier.title}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {tier !== '' && (
        <FormGroup label={say('locked')} labelFor={`${field}-locked`}>
          <InputGroup id={`${field}-locked`} type="date" value={locked} onChange={(event) => setLocked(event.target.value)} />
        </FormGroup>
      )}
      <FormGroup
        label={say('reason')}
        labelFor={`${field}-reason`}
        helperText={reasonWrong?.join(' ')}
        intent={reasonWrong ? 'danger' : 'none'}
      >
        <InputGroup id={`${field}-reason`} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </FormGroup>
    </MemberDialog>
  )
}
