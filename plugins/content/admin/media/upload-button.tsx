import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useMessages } from './messages.ts'
import type { useUpload } from './use-upload.ts'

/** Selects and uploads local files. */
export function UploadButton({ busy, upload }: ReturnType<typeof useUpload>) {
  const say = useMessages()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <span className="quiet small media-drop">{say('drop')}</span>
      <Button intent="primary" icon={<Upload aria-hidden />} loading={busy} onClick={() => picker.current?.click()}>
        {say('upload')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={say('upload')}
        onChange={(event) => {
          void upload(event.target.files).then(() => {
            if (picker.current) picker.current.value = ''
          })
        }}
      />
    </>
  )
}
