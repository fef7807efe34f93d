import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core'
import { BlockableButton } from 'stoa/admin'
import { useState, type SyntheticEvent } from 'react'
import type { Till } from '../../api-types.ts'
import type { Drawer } from '../engine/db.ts'
import { useCloseTill } from '../engine/use-close-till.ts'
import { useMessages } from '../messages.ts'
import { CountDrawer, useDrawerCount } from './count-drawer.tsx'
import { CountResult } from './count-result.tsx'
import { ReportView } from './report.tsx'

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
  const { counted, report, problems, ticketsMissing, busy, count, close, resume } = useCloseTill(till, drawer, device)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (counted) void close(reason)
    else if (total !== undefined) void count(total)
  }
  if (report)
    return (
      <Dialog isOpen onClose={onClosed} canOutsideClickClose={false} title={say('reportZ')} className="till-dialog is-wide">
        <DialogBody>
          <ReportView till={till} report={report} />
        </DialogBody>
        <div className="till-bar">
          <Button size="large" className="phone-button" icon="print" onClick={() => window.print()}>
            {say('printReport')}
          </Button>
          <Button size="large" className="phone-button till-main" intent="primary" autoFocus onClick={onClosed}>
            {say('doneClosing')}
          </Button>
        </div>
      </Dialog>
    )
  const leave = counted ? () => void resume(onClose) : onClose
  return (
    <Dialog isOpen onClose={leave} canOutsideClickClose={false} title={say('close')} className="till-dialog is-wide">
      <form onSubmit={submit}>
        <DialogBody>
          {counted ? <CountResult counted={counted} reason={reason} onReason={setReason} /> : <CountDrawer {...drawerCount} />}
          {problems.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {ticketsMissing && till.may.settle && total !== undefined ? (
                <>
                  <p>{problems.join(' ')}</p>
                  <Button className="phone-button" disabled={busy} onClick={() => void count(total, true)}>
                    {say('countWithout')}
                  </Button>
                </>
              ) : (
                problems.join(' ')
              )}
            </Callout>
          )}
        </DialogBody>
        <div className="till-bar">
          <Button size="large" className="phone-button" disabled={busy} onClick={leave}>
            {counted ? say('goOn') : say('cancel')}
          </Button>
          <BlockableButton
            size="large"
            className="phone-button till-main"
            intent="primary"
            type="submit"
            loading={busy}
            blockedBy={!counted && total === undefined ? say('enterAmount') : undefined}
          >
            {counted ? say('closeNow') : say('count')}
          </BlockableButton>
        </div>
      </form>
    </Dialog>
  )
}
