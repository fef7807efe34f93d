import { Button, HTMLSelect } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useSession } from 'stoa/admin'
import { peopleQuery } from './queries.ts'
import type { TaskValues } from './task-values.ts'
import { useMessages } from './messages.ts'

/** Whether the user may assign tasks to others. */
export function useMayAssign(): boolean {
  const { permission_list } = useSession().me.role
  return permission_list.includes('create task') || permission_list.includes('update task')
}

interface AssigneeProps {
  id: string
  value: number
  /** The assignee of the stored task. It stays possible when the account is disabled. */
  stored: { id: number; name: string } | null
  /** Whether nobody can be chosen. */
  blank: boolean
  change: (id: number) => void
}

/** Select input of the assignee. */
export function AssigneeInput({ id, value, stored, blank, change }: AssigneeProps) {
  const say = useMessages()
  const { me } = useSession()
  const { data } = useQuery(peopleQuery)
  const others = (data?.data ?? []).filter((person) => person.id !== me.id)
  const missing = stored && stored.id !== me.id && !others.some((person) => person.id === stored.id) ? [stored] : []
  return (
    <HTMLSelect
      id={id}
      fill
      value={value}
      options={[
        ...(blank ? [{ value: 0, label: say('nobody') }] : []),
        { value: me.id, label: say('me', { name: me.name }) },
        ...[...missing, ...others].map((person) => ({ value: person.id, label: person.name })),
      ]}
      onChange={({ currentTarget }) => change(Number(currentTarget.value))}
    />
  )
}

interface WatchersProps {
  id: string
  value: TaskValues['watchers']
  change: (watchers: TaskValues['watchers']) => void
}

/** Input of the watchers: a tag for each, and a select input that adds one. */
export function WatchersInput({ id, value, change }: WatchersProps) {
  const say = useMessages()
  const { data } = useQuery(peopleQuery)
  const others = (data?.data ?? []).filter((person) => !value.some((watcher) => watcher.id === person.id))
  return (
    <>
      {value.length > 0 && (
        <p className="task-tags">
          {value.map((watcher) => (
            <Button
              key={watcher.id}
              size="small"
              endIcon={<Cross aria-hidden />}
              aria-label={say('removeWatcher', { name: watcher.name })}
              onClick={() => change(value.filter((other) => other.id !== watcher.id))}
            >
              {watcher.name}
            </Button>
          ))}
        </p>
      )}
      <HTMLSelect
        id={id}
        fill
        value={0}
        options={[{ value: 0, label: say('addWatcher') }, ...others.map((person) => ({ value: person.id, label: person.name }))]}
        onChange={({ currentTarget }) => {
          const added = others.find((person) => person.id === Number(currentTarget.value))
          if (added) change([...value, added])
        }}
      />
    </>
  )
}
