import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, api, ConfirmDialog, go, notifyFailure, notifySuccess } from 'stoa/admin'
import { useMessages } from '../messages.ts'

/** Deletes a draft of the own leave after a confirmation. */
export function DeleteDraft({ id }: { id: number }) {
  const say = useMessages()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    try {
      await api(`my/leave/${id}`, { method: 'DELETE' })
      notifySuccess(say('draft_deleted'))
      setOpen(false)
      go(adminPath('my-leaves'))
      await client.invalidateQueries({ queryKey: ['answer', 'my/leave'], exact: true })
    } catch (problem) {
      notifyFailure(say('draft_not_deleted'), problem)
      setOpen(false)
    }
  }
  return (
    <>
      <Button fill className="phone-button" size="large" intent="danger" variant="outlined" onClick={() => setOpen(true)}>
        {say('delete_draft')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={say('delete_draft')}
        confirm={say('delete_draft')}
        cancel={say('keep_draft')}
        intent="danger"
        onConfirm={remove}
        onCancel={() => setOpen(false)}
      >
        <p>{say('delete_draft_confirm')}</p>
      </ConfirmDialog>
    </>
  )
}
