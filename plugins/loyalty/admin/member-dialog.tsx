import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { failureLines, useT } from 'stoa/admin'
import type { ReactNode } from 'react'
import { useMessages } from './messages.ts'

interface Props {
  title: string
  busy: boolean
  /** An error that belongs to no field. */
  failed: unknown
  children: ReactNode
  send: () => Promise<void>
  close: () => void
}

/** Dialog for a change to a member. Prevents a double submit. */
export function MemberDialog({ title, busy, failed, children, send, close }: Props) {
  const say = useMessages()
  const { t } = useT()
  return (
    <Dialog isOpen onClose={close} title={title} canOutsideClickClose={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!busy) void send()
        }}
      >
        <DialogBody>
          {children}
          <div role="alert" className="field-error">
            {failed !== undefined && failureLines(failed).map((line) => <p key={line}>{line}</p>)}
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button type="submit" intent="primary" loading={busy}>
                {say('save')}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
