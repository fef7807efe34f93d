import { Button, Dialog, DialogBody, InputGroup, Tag } from '@blueprintjs/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { useMessages } from '../messages.ts'

interface Props {
  codes: readonly string[]
  onChange: (codes: string[]) => void
  onClose: () => void
}

/** Input of promotion codes; the sale shows whether they apply. */
export function CodeDialog({ codes, onChange, onClose }: Props) {
  const say = useMessages()
  const id = useId()
  const [typed, setTyped] = useState('')
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = typed.trim()
    if (code !== '' && !codes.includes(code)) onChange([...codes, code])
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={say('code')} className="till-dialog">
      <form onSubmit={send}>
        <DialogBody>
          <div className="till-field">
            <label htmlFor={id}>{say('code')}</label>
            <InputGroup
              id={id}
              size="large"
              autoFocus
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={60}
              value={typed}
              onValueChange={setTyped}
            />
          </div>
          <div className="till-codes">
            {codes.map((code) => (
              <Tag key={code} size="large" onRemove={() => onChange(codes.filter((other) => other !== code))}>
                {code}
              </Tag>
            ))}
          </div>
        </DialogBody>
        <div className="till-bar">
          <Button size="large" className="phone-button" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="large" className="phone-button till-main" intent="primary" type="submit">
            {say('apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
