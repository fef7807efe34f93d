import { Button } from '@blueprintjs/core'
import { Camera, Paperclip, Trash } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { DropZone } from 'stoa/admin'
import type { Expense } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { Receipt } from '../receipt.tsx'
import { ReceiptError, resizeReceipt } from './resize-picture.ts'

interface ReceiptInputProps {
  /** The stored receipt. */
  stored: Expense['receipt']
  /** The chosen file, ready to upload. */
  file: File | undefined
  change: (file: File | undefined, isRemoved: boolean) => void
}

/** A receipt: a photo from the camera, a file, or a dropped or pasted one. Photos are made smaller before they are uploaded. */
export function ReceiptInput({ stored, file, change }: ReceiptInputProps) {
  const say = useMessages()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const take = async ([chosen]: File[]) => {
    if (!chosen) return
    setBusy(true)
    setProblem('')
    try {
      change(await resizeReceipt(chosen), false)
    } catch (error) {
      setProblem(say(error instanceof ReceiptError ? error.problem : 'unreadable'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <DropZone
      className="claim-drop"
      accept="image/*,application/pdf"
      withCamera
      label={say('choose_receipt')}
      onFiles={(files) => void take(files)}
    >
      {({ pick, photo }) => (
        <>
          {file ? <Preview file={file} /> : stored ? <Receipt receipt={stored} large /> : null}
          <div className="claim-buttons">
            <Button size="large" className="phone-button" intent="primary" icon={<Camera />} loading={isBusy} onClick={photo}>
              {say('take_photo')}
            </Button>
            <Button size="large" className="phone-button" icon={<Paperclip />} disabled={isBusy} onClick={pick}>
              {say('choose_receipt')}
            </Button>
            {file || stored ? (
              <Button size="large" className="phone-button" variant="minimal" icon={<Trash />} onClick={() => change(undefined, true)}>
                {say('remove_receipt')}
              </Button>
            ) : null}
          </div>
          <div role="alert" className="field-error">
            {problem}
          </div>
        </>
      )}
    </DropZone>
  )
}

/** The chosen file before it is uploaded. */
function Preview({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (!file.type.startsWith('image/')) return <p className="claim-note">{file.name}</p>
  return (
    <span className="claim-receipt claim-receipt-large">
      <img ref={picture} alt={file.name} />
      <span className="small claim-note">{file.name}</span>
    </span>
  )
}
