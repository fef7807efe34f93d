import { Button, InputGroup } from '@blueprintjs/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { Camera } from './camera.tsx'
import { useMessages } from './messages.ts'
import { useScanner } from './use-scanner.ts'

export interface ScanFieldProps {
  /** What the codes identify: "Barcode or SKU". */
  label: string
  onCode: (code: string) => void
  /** Label of the button for typed codes; default: count. */
  action?: string
  /** The camera continues after a code. */
  steady?: boolean
}

/** Reads codes from a keyboard-wedge scanner regardless of the focus, from a text field, and from the camera. */
export function ScanField({ label, onCode, action, steady = false }: ScanFieldProps) {
  const say = useMessages()
  const id = useId()
  const [typed, setTyped] = useState('')
  useScanner(onCode)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = typed.trim()
    setTyped('')
    if (code) onCode(code)
  }
  return (
    <div className="phone-scan">
      <form onSubmit={send}>
        <label htmlFor={id}>{label}</label>
        <div className="phone-scan-line">
          <InputGroup
            id={id}
            fill
            size="large"
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            onValueChange={setTyped}
          />
          <Button type="submit" size="large" className="phone-button">
            {action ?? say('count')}
          </Button>
        </div>
      </form>
      <Camera onCode={onCode} steady={steady} />
    </div>
  )
}
