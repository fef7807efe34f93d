import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { DigitsField } from './text-field.tsx'

interface Props {
  name: string
  use: number
  onChange: (use: number) => void
  onClose: () => void
}

/** Number of points to redeem; the sale shows whether they are available. */
export function PointsDialog({ name, use, onChange, onClose }: Props) {
  const say = useMessages()
  const [typed, setTyped] = useState(use > 0 ? String(use) : '')
  const send = () => {
    onChange(Number(typed || 0))
    onClose()
  }
  return (
    <DialogForm title={say('points')} go={say('apply')} onSend={send} onClose={onClose}>
      <DigitsField
        label={say('pointsOf', { name })}
        autoFocus
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={setTyped}
      />
    </DialogForm>
  )
}
