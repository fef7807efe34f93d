import { Button } from '@blueprintjs/core'
import type { Report, Till } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { ReportView } from './report.tsx'
import { TillDialog } from './till-dialog.tsx'

/** Takings of the open session. */
export function ReportDialog({ till, report, onClose }: { till: Till; report: Report; onClose: () => void }) {
  const say = useMessages()
  return (
    <TillDialog
      title={say('reportX')}
      onClose={onClose}
      buttons={
        <Button size="large" className="phone-button till-main" icon="print" onClick={() => window.print()}>
          {say('printReport')}
        </Button>
      }
    >
      <ReportView till={till} report={report} />
    </TillDialog>
  )
}
