import { Tag } from '@blueprintjs/core'
import type { Row } from 'stoa/api-types'
import { BoardLine, type ListBoardProps, StateBoard } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** The fields of a task that its card shows. */
interface TaskCard extends Row {
  title: string
  due: string | null
  priority: 'low' | 'normal' | 'high' | 'urgent'
  assignee_admin_name: string | null
}

const statuses = ['to_do', 'process', 'completed', 'canceled']
const fields: string[] = []

/** Tasks in columns by status. */
export default function TaskBoard(props: ListBoardProps) {
  const say = useMessages()
  return (
    <StateBoard<TaskCard>
      {...props}
      statuses={statuses}
      fields={fields}
      getName={(row) => row.title}
      renderCard={(row) => (
        <BoardLine
          start={<bdi className="small">{row.assignee_admin_name ?? say('nobody')}</bdi>}
          end={
            <span className="small num">
              {(row.priority === 'high' || row.priority === 'urgent') && (
                <Tag minimal intent={row.priority === 'urgent' ? 'danger' : 'warning'}>
                  {say(`priority_${row.priority}`)}
                </Tag>
              )}{' '}
              <span className="quiet">{row.due}</span>
            </span>
          }
        />
      )}
    />
  )
}
