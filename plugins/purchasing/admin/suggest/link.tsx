import { Button } from '@blueprintjs/core'
import { Lightbulb } from '@blueprintjs/icons'
import { adminPath, go } from 'stoa/admin'
import { useSuggestTexts } from './messages.ts'

/** Link above the list of purchase orders to the reorder suggestions. */
export default function SuggestLink() {
  const suggestText = useSuggestTexts()
  return (
    <Button icon={<Lightbulb aria-hidden />} onClick={() => go(adminPath('po/suggest'))}>
      {suggestText('suggest')}
    </Button>
  )
}
