import { Button } from '@blueprintjs/core'
import { useMessages } from './texts.ts'

/** Back from a step of signing in to the password. */
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
