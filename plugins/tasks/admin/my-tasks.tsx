import { Button, InputGroup, SegmentedControl, Spinner } from '@blueprintjs/core'
import { Plus, TickCircle } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { adminPath, Empty, go, LoadError, notifyFailure, PageHeader, postOnce, usePageActions } from 'stoa/admin'
import type { TaskLine } from '../api-types.ts'
import { type OwnView, ownTasksQuery, ownViews, useReloadTasks } from './queries.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskList } from './task-list.tsx'
import { useMessages } from './messages.ts'
import './tasks.css'

/** Tasks of the user: assigned to them, created by them for others, and watched. */
export default function MyTasksScreen() {
  const say = useMessages()
  const search = useSearch({ strict: false }) as { view?: string }
  const view = ownViews.find((name) => name === search.view) ?? 'assigned'
  const [dialog, setDialog] = useState<{ title: string }>()
  usePageActions([{ label: say('addTask'), run: () => setDialog({ title: '' }) }])
  return (
    <div className="task-page">
      <PageHeader
        title={say('myTasks')}
        actions={
          <Button intent="primary" icon={<Plus aria-hidden />} onClick={() => setDialog({ title: '' })}>
            {say('addTask')}
          </Button>
        }
      />
      <SegmentedControl
        className="task-views"
        aria-label={say('views')}
        value={view}
        options={ownViews.map((name) => ({ value: name, label: say(`view_${name}`) }))}
        onValueChange={(name) => go(`${adminPath('my-tasks')}${name === 'assigned' ? '' : `?view=${name}`}`)}
      />
      {view === 'assigned' && <QuickAdd more={(title) => setDialog({ title })} />}
      <OpenTasks key={view} view={view} />
      <ClosedTasks key={`${view} closed`} view={view} />
      {dialog && <TaskDialog title={dialog.title} close={() => setDialog(undefined)} />}
    </div>
  )
}

/** A line that creates a task of the user from its title alone. */
function QuickAdd({ more }: { more: (title: string) => void }) {
  const say = useMessages()
  const reload = useReloadTasks()
  const [title, setTitle] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const change = (text: string) => {
    setTitle(text)
    setKey(crypto.randomUUID())
  }
  const add = async () => {
    if (busy) return
    if (title.trim() === '') return more('')
    setBusy(true)
    try {
      await postOnce('my/task', { title }, key)
      change('')
      await reload()
    } catch (failure) {
      notifyFailure(say('notCreated'), failure)
    }
    setBusy(false)
  }
  return (
    <form
      className="task-quick"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <InputGroup
        fill
        size="large"
        maxLength={200}
        value={title}
        placeholder={say('quickAdd')}
        aria-label={say('quickAdd')}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Button type="submit" size="large" loading={busy}>
        {say('add')}
      </Button>
    </form>
  )
}

const groups = ['overdue', 'today', 'later', 'undated'] as const

function getGroup(task: TaskLine): (typeof groups)[number] {
  if (task.is_overdue) return 'overdue'
  if (task.is_due) return 'today'
  return task.due_date === null ? 'undated' : 'later'
}

function OpenTasks({ view }: { view: OwnView }) {
  const say = useMessages()
  const { data, error, refetch } = useQuery(ownTasksQuery(view))
  if (error && !data) return <LoadError error={error} retry={refetch} />
  if (!data) return <Spinner aria-label={say('loading')} />
  if (data.data.length === 0)
    return (
      <Empty icon={<TickCircle size={40} aria-hidden />} title={say(`empty_${view}`)}>
        {say(`empty_${view}_hint`)}
      </Empty>
    )
  return (
    <>
      {groups.map((group) => {
        const tasks = data.data.filter((task) => getGroup(task) === group)
        if (tasks.length === 0) return null
        return (
          <section key={group} className={group === 'overdue' ? 'task-group is-overdue' : 'task-group'}>
            <h2>
              {say(`group_${group}`)} <span className="quiet num">{tasks.length}</span>
            </h2>
            <TaskList tasks={tasks} label={say(`group_${group}`)} showAssignee={view !== 'assigned'} />
          </section>
        )
      })}
      {data.more && <p className="quiet">{say('more', { count: data.data.length })}</p>}
    </>
  )
}

/** The tasks that were finished last. They are loaded when the section is opened. */
function ClosedTasks({ view }: { view: OwnView }) {
  const say = useMessages()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...ownTasksQuery(view, true), enabled: open })
  return (
    <details className="task-closed" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say('closed')}</summary>
      {open && !data && <Spinner size={20} aria-label={say('loading')} />}
      {data && data.data.length === 0 && <p className="quiet">{say('closed_none')}</p>}
      {data && data.data.length > 0 && <TaskList tasks={data.data} label={say('closed')} showAssignee={view !== 'assigned'} />}
    </details>
  )
}
