import { InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'

interface Props {
  name: string
  use: number
  onChange: (use: number) => void
  onClose: () => void
}

/** Number of points to redeem; the sale shows whether they are available. */
export function PointsDialog({ name, use, onChange, onClose }: Props) {
  const say = useMessages()
  const id = useId()
  const [typed, setTyped] = useState(use > 0 ? String(use) : '')
  const send = () => {
    onChange(Number(typed || 0))
    onClose()
  }
  return (
    <DialogForm title={say('points')} go={say('apply')} onSend={send} onClose={onClose}>
      <div className="till-field">
        <label htmlFor={id}>{say('pointsOf', { name })}</label>
        <InputGroup
          id={id}
          size="large"
          inputMode="numeric"
          autoFocus
          autoComplete="off"
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onValueChange={(next) => {
            if (/^\d{0,8}$/.test(next)) setTyped(next)
          }}
        />
      </div>
    </DialogForm>
  )
}
