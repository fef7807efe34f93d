import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import type { Report, Till } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { ReportView } from './report.tsx'

/** Takings of the open session. */
export function ReportDialog({ till, report, onClose }: { till: Till; report: Report; onClose: () => void }) {
  const say = useMessages()
  return (
    <Dialog isOpen onClose={onClose} title={say('reportX')} className="till-dialog">
      <DialogBody>
        <ReportView till={till} report={report} />
      </DialogBody>
      <div className="till-bar">
        <Button size="large" className="phone-button till-main" icon="print" onClick={() => window.print()}>
          {say('printReport')}
        </Button>
      </div>
    </Dialog>
  )
}
