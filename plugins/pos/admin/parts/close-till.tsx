import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { Till } from '../../api-types.ts'
import type { Drawer } from '../engine/db.ts'
import { useCloseTill } from '../engine/use-close-till.ts'
import { useMessages } from '../messages.ts'
import { CountDrawer, useDrawerCount } from './count-drawer.tsx'
import { CountResult } from './count-result.tsx'
import { DialogForm } from './dialog-form.tsx'
import { ReportView } from './report.tsx'
import { TillDialog } from './till-dialog.tsx'

interface Props {
  till: Till
  drawer: Drawer
  device: string
  onClosed: () => void
  onClose: () => void
}

/** Blind count of the drawer, then difference and close. */
export function CloseTill({ till, drawer, device, onClosed, onClose }: Props) {
  const say = useMessages()
  const drawerCount = useDrawerCount(till.currency)
  const { total } = drawerCount
  const [reason, setReason] = useState('')
  const { counted, report, wrong, ticketsMissing, busy, count, close, resume } = useCloseTill(till, drawer, device)
  if (report)
    return (
      <TillDialog
        title={say('reportZ')}
        wide
        canOutsideClickClose={false}
        onClose={onClosed}
        buttons={
          <>
            <Button size="large" className="phone-button" icon="print" onClick={() => window.print()}>
              {say('printReport')}
            </Button>
            <Button size="large" className="phone-button till-main" intent="primary" autoFocus onClick={onClosed}>
              {say('doneClosing')}
            </Button>
          </>
        }
      >
        <ReportView till={till} report={report} />
      </TillDialog>
    )
  const form = { title: say('close'), wide: true, stays: true, locks: true, busy, wrong }
  if (counted)
    return (
      <DialogForm {...form} go={say('closeNow')} cancel={say('goOn')} onSend={() => close(reason)} onClose={() => void resume(onClose)}>
        <CountResult counted={counted} reason={reason} onReason={setReason} />
      </DialogForm>
    )
  return (
    <DialogForm
      {...form}
      go={say('count')}
      blockedBy={total === undefined ? say('enterAmount') : undefined}
      wayOut={
        ticketsMissing &&
        till.may.settle &&
        total !== undefined && (
          <Button className="phone-button" disabled={busy} onClick={() => void count(total, true)}>
            {say('countWithout')}
          </Button>
        )
      }
      onSend={() => total !== undefined && count(total)}
      onClose={onClose}
    >
      <CountDrawer {...drawerCount} />
    </DialogForm>
  )
}
