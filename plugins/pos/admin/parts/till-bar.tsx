import { Button } from '@blueprintjs/core'
import { BlockableButton, type BlockableButtonProps } from 'stoa/admin'
import { useMessages } from '../messages.ts'

interface Props extends Pick<BlockableButtonProps, 'intent' | 'autoFocus' | 'disabled' | 'blockedBy'> {
  /** Label of the main button. */
  go: string
  busy: boolean
  /** Cannot be closed while sending. */
  isLocked?: boolean
  onClose: () => void
}

/** Footer of a register dialog: close, and the main button, which submits its form. */
export function TillBar({ go, busy, isLocked = false, onClose, intent = 'primary', ...main }: Props) {
  const say = useMessages()
  return (
    <div className="till-bar">
      <Button size="large" className="phone-button" onClick={onClose} disabled={isLocked}>
        {say('cancel')}
      </Button>
      <BlockableButton size="large" className="phone-button till-main" type="submit" intent={intent} loading={busy} {...main}>
        {go}
      </BlockableButton>
    </div>
  )
}
