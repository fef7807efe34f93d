import { Button } from '@blueprintjs/core'
import { Barcode } from '@blueprintjs/icons'
import { adminPath, go, type ListActionProps } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Maximum number of products in the URL; more are added on the screen itself. */
const MOST = 200

/** Above the list of products: prints labels of the selected products. */
export default function ListAction({ selected }: ListActionProps) {
  const say = useMessages()
  const ids = [...selected].slice(0, MOST)
  const to = adminPath(`product/print-label${ids.length > 0 ? `?products=${ids.join(',')}` : ''}`)
  return (
    <Button icon={<Barcode aria-hidden />} onClick={() => go(to)}>
      {ids.length > 0 ? say('printSome', { count: ids.length }) : say('print')}
    </Button>
  )
}
