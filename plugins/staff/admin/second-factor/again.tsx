import { Button } from '@blueprintjs/core'
import { useMessages } from './texts.ts'

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
