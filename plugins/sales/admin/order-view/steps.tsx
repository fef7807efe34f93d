import { Edit } from '@blueprintjs/icons'
import type { ActionInfo } from 'stoa/api-types'
import { amountText, type DocumentStep, type DocumentTools } from 'stoa/admin'
import { ChangeDialog } from '../order-change/change-dialog.tsx'
import { getDue } from './amount-due.ts'
import type { useMessages } from './messages.ts'
import type { FullOrder } from './types.ts'

type Say = ReturnType<typeof useMessages>

/** Hint about the effect of a transition, if it is not obvious. */
export function getHint({ name }: ActionInfo, { order }: FullOrder, say: Say): string | undefined {
  const key = `consequence_${name}`
  const amount = amountText(getDue(order), order.currency)
  const text = say(key as Parameters<Say>[0], { amount })
  return text === key ? undefined : text
}

/** Actions of an order beside its transitions; other plugins contribute theirs. */
export const getSteps = (
  { order, changeable }: FullOrder,
  may: DocumentTools<FullOrder>['may'],
  say: Say,
): (DocumentStep<FullOrder> | false)[] => [
  order.status === 'draft' &&
    may('update order') && { name: 'edit', label: say('edit'), icon: <Edit aria-hidden />, to: `order/edit/${order.id}` },
  changeable &&
    may('update order') && {
      name: 'change',
      label: say('editOrder'),
      icon: <Edit aria-hidden />,
      dialog: (now, props) => <ChangeDialog full={now} {...props} />,
    },
]
