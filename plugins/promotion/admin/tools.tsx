import { Button } from '@blueprintjs/core'
import { adminPath, go } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Above the list of rules: a link to the simulation of all rules. */
export default function RuleTools() {
  const say = useMessages()
  return <Button onClick={() => go(adminPath('promotion-try'))}>{say('tryOut')}</Button>
}
