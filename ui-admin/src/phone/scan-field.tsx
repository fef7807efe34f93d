import { Button, InputGroup } from '@blueprintjs/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { Camera } from './camera.tsx'
import { useMessages } from './texts.ts'
import { useScanner } from './use-scanner.ts'

export interface ScanFieldProps {
  /** What codes are of: "Barcode or SKU". */
  label: string
  onCode: (code: string) => void
  /** What is done with a code that was typed; to count it when absent. */
  action?: string
  /** The camera goes on after a code. */
  steady?: boolean
}

/** Takes codes from a scanner wherever the focus is, from a hand in a field that is always there, and from the camera. */
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
