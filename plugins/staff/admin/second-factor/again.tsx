import { Button } from '@blueprintjs/core'
import { useMessages } from './messages.ts'

/** Link back to the password step of the sign-in. */
export function Again({ again }: { again: (() => void) | undefined }) {
  const say = useMessages()
  return (
    <p className="entry-more">
      <Button variant="minimal" onClick={() => again?.()}>
        {say('again')}
      </Button>
    </p>
  )
}
