import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useState } from 'react'
import { adminPath, download, Link, notifyFailure, RunProgress } from 'stoa/admin'
import { useMessages } from '../messages.ts'

/** Progress of a background print, then its file. */
export function LongPrint({ id, close }: { id: number; close: () => void }) {
  const say = useMessages()
  const [file, setFile] = useState<string | null>()
  const save = (name: string) => void download(`run/${id}/file`, {}, name).catch((error: unknown) => notifyFailure(say('fail'), error))
  return (
    <div className="labels-long">
      {file === undefined && (
        <>
          <p className="quiet small">{say('longHint')}</p>
          <Link to={adminPath('run')}>{say('longWhere')}</Link>
        </>
      )}
      <RunProgress id={id} onEnd={(run) => setFile(run.file)} />
      {typeof file === 'string' && (
        <Button intent="primary" icon={<Download aria-hidden />} onClick={() => save(file)}>
          {say('download')}
        </Button>
      )}
      {file !== undefined && <Button onClick={close}>{say('another')}</Button>}
    </div>
  )
}
