import { Edit } from '@blueprintjs/icons'
import type { ActionInfo } from 'stoa/api-types'
import type { DocumentStep, DocumentTools } from 'stoa/admin'
import { underWay } from '../../domain/statuses.ts'
import type { PoView } from '../../api-types.ts'
import type { useMessages } from '../messages.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'

/** Whether the actor may make a transition that the status allows. Hides approval of own orders, which the server would refuse. */
export const offers = ({ own, waits }: PoView, { name }: ActionInfo): boolean =>
  !(name === 'approve' && own) && !(waits && ['approve', 'reject'].includes(name))

/** Actions on an order beside its transitions. */
export function getSteps(order: PoView, may: DocumentTools<PoView>['may'], say: ReturnType<typeof useMessages>) {
  const steps: (DocumentStep<PoView> | false)[] = [
    underWay.includes(order.status) &&
      may('receive po') && {
        name: 'receive',
        label: say('receive'),
        leads: true,
        dialog: (now, props) => <ReceiveDialog order={now} {...props} />,
      },
    underWay.includes(order.status) && may('receive po') && { name: 'scan', label: say('scanGoods'), to: `po/${order.id}/receive` },
    order.status === 'abnormal' &&
      may('update po') && {
        name: 'accept',
        label: say('settle'),
        leads: true,
        dialog: (now, props) => <AcceptDialog order={now} {...props} />,
      },
    order.status === 'draft' &&
      may('update po') && { name: 'edit', label: say('edit'), icon: <Edit aria-hidden />, to: `po/edit/${order.id}` },
  ]
  return steps
}
