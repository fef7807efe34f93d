import { Button } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { adminPath, can, go, type ListActionProps } from 'stoa/admin'
import { useMessages } from './messages.ts'

const ExportDialog = lazy(() => import('./export/export-dialog.tsx'))

/** Import and export buttons of a list whose resource allows them. */
export default function ListActions(list: ListActionProps) {
  const say = useMessages()
  const [exporting, setExporting] = useState(false)
  const { resource } = list
  return (
    <>
      {can(resource, 'export') && (
        <Button icon={<Download aria-hidden />} onClick={() => setExporting(true)}>
          {say('export')}
        </Button>
      )}
      {can(resource, 'import') && (
        <Button icon={<Upload aria-hidden />} onClick={() => go(adminPath(`transfer/${resource.name}/import`))}>
          {say('import')}
        </Button>
      )}
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog {...list} close={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
