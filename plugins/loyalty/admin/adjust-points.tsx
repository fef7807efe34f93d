import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { api, fieldErrors, notifySuccess, useT } from 'stoa/admin'
import type { MemberCard } from '../api-types.ts'
import { MemberDialog } from './member-dialog.tsx'
import { useMessages } from './messages.ts'

/** An integer as people type it. The server refuses anything else with a message. */
const WHOLE = /^\s*[-+]?\d{1,9}\s*$/

interface Props {
  id: number
  close: () => void
  done: (card: MemberCard) => void
}

/** Adds or removes points of a customer, with a reason. Idempotent when submitted twice. */
export function AdjustPoints({ id, close, done }: Props) {
  const say = useMessages()
  const { language } = useT()
  const field = useId()
  const [key] = useState(() => crypto.randomUUID())
  const [points, setPoints] = useState('')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const errors = fieldErrors(failed)
  const named = errors['points'] ?? errors['reason']
  const send = async () => {
    setBusy(true)
    try {
      const card = await api<MemberCard>(`customer/${id}/points`, {
        method: 'POST',
        body: { points: WHOLE.test(points) ? Number(points) : points, reason, key, language },
      })
      notifySuccess(say('saved'))
      done(card)
    } catch (error) {
      setFailed(error)
      setBusy(false)
    }
  }
  return (
    <MemberDialog title={say('adjust')} busy={busy} failed={named ? undefined : failed} send={send} close={close}>
      <FormGroup
        label={say('count')}
        labelFor={`${field}-points`}
        helperText={errors['points']?.join(' ') ?? say('countHint')}
        intent={errors['points'] ? 'danger' : 'none'}
      >
        <InputGroup
          id={`${field}-points`}
          autoFocus
          inputMode="numeric"
          value={points}
          onChange={(event) => setPoints(event.target.value)}
        />
      </FormGroup>
      <FormGroup
        label={say('reason')}
        labelFor={`${field}-reason`}
        helperText={errors['reason']?.join(' ')}
        intent={errors['reason'] ? 'danger' : 'none'}
      >
        <InputGroup id={`${field}-reason`} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </FormGroup>
    </MemberDialog>
  )
}
