import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { BlockableButton, can, createRow, type ListActionProps, notifyFailure, notifySuccess, t, useResource } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Saves the current filter of the list of contacts as a group. */
export default function KeepFilter({ state }: ListActionProps) {
  const say = useMessages()
  const groups = useResource('group')
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const id = useId()
  const filter = { ...state.filters, ...(state.q ? { q: state.q } : {}) }
  if (!groups || !can(groups, 'create') || Object.keys(filter).length === 0) return null
  const keep = async () => {
    try {
      await createRow('group', { name, kind: 'dynamic', filter })
      notifySuccess(say('kept'), [name])
      setOpen(false)
      setName('')
    } catch (error) {
      notifyFailure(say('notKept'), error)
    }
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('keepFilter')}</Button>
      <Dialog isOpen={open} onClose={() => setOpen(false)} title={say('keepFilter')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void keep()
          }}
        >
          <DialogBody>
            <FormGroup label={say('groupName')} labelFor={id}>
              <InputGroup id={id} autoFocus maxLength={100} value={name} onValueChange={setName} />
            </FormGroup>
          </DialogBody>
          <DialogFooter
            actions={
              <BlockableButton type="submit" intent="primary" blockedBy={name.trim() === '' ? t('blocked.name') : undefined}>
                {say('keep')}
              </BlockableButton>
            }
          />
        </form>
      </Dialog>
    </>
  )
}
