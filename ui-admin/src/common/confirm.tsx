import { Button, Dialog, DialogBody, DialogFooter, type Intent } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { useT } from '../i18n/index.ts'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  confirm: string
  cancel?: string
  intent?: Intent
  onConfirm: () => unknown
  onCancel: () => void
}

/** Confirmation dialog with a safe default: Cancel has the focus, and Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useT()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await props.onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen={props.open} onClose={props.onCancel} title={props.title} canOutsideClickClose={false}>
      <DialogBody>{props.children}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus onClick={props.onCancel}>
              {props.cancel ?? t('common.cancel')}
            </Button>
            <Button intent={props.intent ?? 'primary'} loading={busy} onClick={() => void confirm()}>
              {props.confirm}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
