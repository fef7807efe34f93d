import { Button } from '@blueprintjs/core'
import { Lightbulb } from '@blueprintjs/icons'
import { adminPath, go } from 'stoa/admin'
import { useSuggestTexts } from './texts.ts'

/** Over the list of purchase orders: what should be ordered. */
export default function SuggestLink() {
  const own = useSuggestTexts()
  return (
    <Button icon={<Lightbulb aria-hidden />} onClick={() => go(adminPath('po/suggest'))}>
      {own('suggest')}
    </Button>
  )
}
