import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Edit, EyeOff, EyeOpen, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { adminPath, ConfirmDialog, go, notifySuccess, usePageActions } from 'stoa/admin'
import type { TaskView } from '../api-types.ts'
import { TaskDialog } from './task-dialog.tsx'
import { useTaskChange } from './use-task-change.ts'
import { useMessages } from './messages.ts'

const intents = { start: 'none', complete: 'success', reopen: 'primary' } as const

/** Buttons of a task. What ends it without a result, and what deletes it, is in a menu and asks first. */
export function TaskActions({ task }: { task: TaskView }) {
  const say = useMessages()
  const { move, watch, remove } = useTaskChange()
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState<'cancel' | 'delete'>()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<boolean>, success?: string) => {
    setBusy(true)
    const succeeded = await work()
    if (succeeded && success !== undefined) notifySuccess(success)
    setBusy(false)
    return succeeded
  }
  const steps = (['start', 'complete', 'reopen'] as const).filter((action) => task.actions.includes(action))
  const mayCancel = task.actions.includes('cancel')
  const toggleWatch = () => void run(() => watch(task.id, !task.is_watching), say(task.is_watching ? 'unwatched' : 'watchedNow'))
  usePageActions([
    ...steps.map((action) => ({ label: say(action), run: () => void run(() => move(task.id, action)) })),
    ...(task.may.edit ? [{ label: say('editTask'), run: () => setEditing(true) }] : []),
    { label: say(task.is_watching ? 'unwatch' : 'watch'), run: toggleWatch },
    ...(mayCancel ? [{ label: say('cancel'), run: () => setAsking('cancel') }] : []),
  ])
  const confirm = async () => {
    const succeeded = await run(() => (asking === 'delete' ? remove(task.id) : move(task.id, 'cancel')))
    if (succeeded && asking === 'delete') go(adminPath('my-tasks'))
    setAsking(undefined)
  }
  return (
    <>
      {steps.map((action) => (
        <Button key={action} intent={intents[action]} disabled={busy} onClick={() => void run(() => move(task.id, action))}>
          {say(action)}
        </Button>
      ))}
      {task.may.edit && (
        <Button icon={<Edit aria-hidden />} onClick={() => setEditing(true)}>
          {say('edit')}
        </Button>
      )}
      <PopoverNext
        shouldReturnFocusOnClose={false}
        placement="bottom-end"
        content={
          <Menu aria-label={say('moreActions')}>
            <MenuItem
              icon={task.is_watching ? <EyeOff aria-hidden /> : <EyeOpen aria-hidden />}
              text={say(task.is_watching ? 'unwatch' : 'watch')}
              onClick={toggleWatch}
            />
            {(mayCancel || task.may.destroy) && <MenuDivider />}
            {mayCancel && <MenuItem intent="danger" text={say('cancel')} onClick={() => setAsking('cancel')} />}
            {task.may.destroy && (
              <MenuItem intent="danger" icon={<Trash aria-hidden />} text={say('deleteTask')} onClick={() => setAsking('delete')} />
            )}
          </Menu>
        }
      >
        <Button variant="outlined" endIcon={<CaretDown aria-hidden />} aria-haspopup="menu">
          {say('moreActions')}
        </Button>
      </PopoverNext>
      {editing && <TaskDialog task={task} close={() => setEditing(false)} />}
      <ConfirmDialog
        open={asking !== undefined}
        title={say(asking === 'delete' ? 'deleteTask' : 'cancel')}
        confirm={say(asking === 'delete' ? 'deleteTask' : 'cancel')}
        cancel={say('keep')}
        intent="danger"
        onConfirm={confirm}
        onCancel={() => setAsking(undefined)}
      >
        <p>{say(asking === 'delete' ? 'deleteWhat' : task.recurrence === 'none' ? 'cancelWhat' : 'cancelSeries')}</p>
      </ConfirmDialog>
    </>
  )
}
