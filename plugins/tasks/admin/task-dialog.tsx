import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { notifySuccess } from 'stoa/admin'
import type { TaskSubject, TaskView } from '../api-types.ts'
import { TaskFields } from './task-fields.tsx'
import { useTaskForm } from './use-task-form.ts'
import { useMessages } from './messages.ts'
import './tasks.css'

interface Props {
  close: () => void
  /** The task that is edited; a new one without it. */
  task?: TaskView
  /** Title of a new task. */
  title?: string
  /** The record that a new task is about. */
  subject?: TaskSubject | undefined
  done?: (id: number) => void
}

/** Dialog that creates a task or changes it. */
export function TaskDialog({ close, task, title, subject, done }: Props) {
  const say = useMessages()
  const form = useTaskForm({
    task,
    ...(title === undefined ? {} : { title }),
    subject,
    done: (id) => {
      notifySuccess(say(task ? 'saved' : 'created'))
      done?.(id)
      close()
    },
  })
  return (
    <Dialog isOpen onClose={close} title={say(task ? 'editTask' : 'newTask')} canOutsideClickClose={false} className="task-dialog">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog may be inside the form of a record.
          event.stopPropagation()
          void form.submit()
        }}
      >
        <DialogBody>
          {subject && <p className="quiet task-about">{say('about', { label: subject.label, title: subject.title })}</p>}
          <div role="alert" className="field-error">
            {form.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
          <TaskFields
            values={form.values}
            change={form.change}
            errors={form.errors}
            whole={task !== undefined}
            {...(task ? { task } : {})}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{say('close')}</Button>
              <Button type="submit" intent="primary" loading={form.busy}>
                {say(task ? 'save' : 'create')}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
