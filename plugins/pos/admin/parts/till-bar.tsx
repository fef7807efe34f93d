import { Button } from '@blueprintjs/core'
import { BlockableButton, type BlockableButtonProps } from 'stoa/admin'
import { useMessages } from '../texts.ts'

interface Props extends Pick<BlockableButtonProps, 'intent' | 'autoFocus' | 'disabled' | 'blockedBy'> {
  /** What the main button says. */
  go: string
  busy: boolean
  /** Nobody leaves while it is sent. */
  held?: boolean
  onClose: () => void
}

/** The end of a dialog of the counter: the way out, and the step it is for, which sends its form. */
export function TillBar({ go, busy, held = false, onClose, intent = 'primary', ...main }: Props) {
  const say = useMessages()
  return (
    <div className="till-bar">
      <Button size="large" className="phone-button" onClick={onClose} disabled={held}>
        {say('cancel')}
      </Button>
      <BlockableButton size="large" className="phone-button till-main" type="submit" intent={intent} loading={busy} {...main}>
        {go}
      </BlockableButton>
    </div>
  )
}
