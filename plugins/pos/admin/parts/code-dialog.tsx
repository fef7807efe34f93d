import { Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  codes: readonly string[]
  onChange: (codes: string[]) => void
  onClose: () => void
}

/** Input of promotion codes; the sale shows whether they apply. */
export function CodeDialog({ codes, onChange, onClose }: Props) {
  const say = useMessages()
  const [typed, setTyped] = useState('')
  const send = () => {
    const code = typed.trim()
    if (code !== '' && !codes.includes(code)) onChange([...codes, code])
    onClose()
  }
  return (
    <DialogForm title={say('code')} go={say('apply')} onSend={send} onClose={onClose}>
      <TextField
        label={say('code')}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        value={typed}
        onValueChange={setTyped}
      />
      <div className="till-codes">
        {codes.map((code) => (
          <Tag key={code} size="large" onRemove={() => onChange(codes.filter((other) => other !== code))}>
            {code}
          </Tag>
        ))}
      </div>
    </DialogForm>
  )
}
