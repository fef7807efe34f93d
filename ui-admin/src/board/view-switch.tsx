import { Button, ButtonGroup } from '@blueprintjs/core'
import { ColumnLayout, List } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { ListState } from '../list/list-address.ts'
import { useMessages } from './messages.ts'

/** Switches between list and board. */
export function ShownAs({ as, show }: { as: ListState['as']; show: (as: ListState['as']) => void }) {
  const say = useMessages()
  const renderButton = (name: ListState['as'], icon: ReactElement) => (
    <Button variant="minimal" icon={icon} active={as === name} aria-pressed={as === name} onClick={() => show(name)}>
      {say(name)}
    </Button>
  )
  return (
    <ButtonGroup role="group" aria-label={say('shown')}>
      {renderButton('list', <List aria-hidden />)}
      {renderButton('board', <ColumnLayout aria-hidden />)}
    </ButtonGroup>
  )
}
