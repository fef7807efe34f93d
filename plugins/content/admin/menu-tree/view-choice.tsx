import { ButtonGroup, Button } from '@blueprintjs/core'
import { go } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Switches between tree and flat table. */
export function ViewChoice({ view }: { view: 'tree' | 'table' }) {
  const say = useMessages()
  return (
    <ButtonGroup aria-label={say('view')}>
      <Button active={view === 'tree'} aria-pressed={view === 'tree'} onClick={() => go('/admin/menu')}>
        {say('tree')}
      </Button>
      <Button active={view === 'table'} aria-pressed={view === 'table'} onClick={() => go('/admin/menu/table')}>
        {say('table')}
      </Button>
    </ButtonGroup>
  )
}
