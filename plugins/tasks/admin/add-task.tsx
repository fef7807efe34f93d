import { Button } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageActions } from 'stoa/admin'
import { tasksAboutQuery } from './queries.ts'
import { TaskDialog } from './task-dialog.tsx'
import { useMessages } from './messages.ts'

/** In the header of a record: creates a task about it. */
export default function AddTask({ resource, id }: { resource: string; id: number }) {
  const say = useMessages()
  const { data } = useQuery(tasksAboutQuery(resource, id))
  const [open, setOpen] = useState(false)
  usePageActions(data ? [{ label: say('addTask'), run: () => setOpen(true) }] : [])
  if (!data) return null
  return (
    <>
      <Button variant="minimal" icon={<TickCircle aria-hidden />} onClick={() => setOpen(true)}>
        {say('addTask')}
      </Button>
      {open && <TaskDialog subject={data.subject} close={() => setOpen(false)} />}
    </>
  )
}
