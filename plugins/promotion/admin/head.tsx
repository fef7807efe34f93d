import type { Row } from 'stoa/api-types'
import { adminPath, BlockableButton, go, useFormDirty } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Beside a rule: a link to the simulation. It works for drafts too. */
export default function RuleHead({ row }: { row: Row }) {
  const say = useMessages()
  const dirty = useFormDirty()
  return (
    <BlockableButton
      blockedBy={dirty ? say('saveFirst') : undefined}
      onClick={() => go(`${adminPath('promotion-try')}?promotion=${row.id}`)}
    >
      {say('tryOut')}
    </BlockableButton>
  )
}
