import { Button, Card } from '@blueprintjs/core'
import { adminPath, go, notifySuccess, PageHeader } from 'stoa/admin'
import { TaskFields } from './task-fields.tsx'
import { useTaskForm } from './use-task-form.ts'
import { useMessages } from './messages.ts'
import './tasks.css'

/** Page that creates a task. */
export default function CreateTaskScreen() {
  const say = useMessages()
  const form = useTaskForm({
    done: (id) => {
      notifySuccess(say('created'))
      go(adminPath(`tasks/${id}`))
    },
  })
  return (
    <>
      <PageHeader title={say('newTask')} crumbs={[{ label: say('tasks'), to: adminPath('tasks') }]} />
      <Card className="task-create">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <div role="alert" className="field-error">
            {form.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
          <TaskFields values={form.values} change={form.change} errors={form.errors} whole />
          <Button type="submit" intent="primary" loading={form.busy}>
            {say('create')}
          </Button>
        </form>
      </Card>
    </>
  )
}
