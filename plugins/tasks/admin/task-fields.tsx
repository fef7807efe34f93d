import { Button, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { Errors } from 'stoa/admin'
import type { TaskView } from '../api-types.ts'
import { ChecklistInput } from './checklist-input.tsx'
import { AssigneeInput, useMayAssign, WatchersInput } from './people-inputs.tsx'
import type { TaskValues } from './task-values.ts'
import { useMessages } from './messages.ts'

const priorities = ['low', 'normal', 'high', 'urgent'] as const
const recurrences = ['none', 'daily', 'workdays', 'weekly', 'monthly', 'yearly'] as const

interface Props {
  values: TaskValues
  change: (part: Partial<TaskValues>) => void
  errors: Errors
  /** The stored task that is edited. */
  task?: TaskView
  /** Shows all fields; else the usual ones, and a button for the others. */
  whole: boolean
}

/** Fields of the form of a task. */
export function TaskFields({ values, change, errors, task, whole }: Props) {
  const say = useMessages()
  const id = useId()
  const [all, setAll] = useState(whole)
  const mayAssign = useMayAssign()
  const problem = (name: string) => {
    const lines = errors[name] ?? []
    return lines.length > 0 ? { intent: 'danger' as const, helperText: lines.join(' ') } : {}
  }
  return (
    <div className="task-fields">
      <FormGroup className="is-wide" label={say('title')} labelFor={`${id}-title`} {...problem('title')}>
        <InputGroup
          id={`${id}-title`}
          autoFocus
          fill
          maxLength={200}
          value={values.title}
          intent={errors['title'] ? 'danger' : 'none'}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label={say('due_date')} labelFor={`${id}-date`} {...problem('due_date')} {...problem('due_at')}>
        <InputGroup
          id={`${id}-date`}
          type="date"
          fill
          value={values.due_date}
          onChange={({ currentTarget }) => change({ due_date: currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label={say('due_time')} labelInfo={`(${say('optional')})`} labelFor={`${id}-time`} {...problem('due_time')}>
        <InputGroup
          id={`${id}-time`}
          type="time"
          fill
          disabled={values.due_date === ''}
          value={values.due_time}
          onChange={({ currentTarget }) => change({ due_time: currentTarget.value })}
        />
      </FormGroup>
      {mayAssign && (
        <FormGroup label={say('assignee')} labelFor={`${id}-assignee`} {...problem('assignee_admin_id')}>
          <AssigneeInput
            id={`${id}-assignee`}
            value={values.assignee}
            stored={task?.assignee ?? null}
            blank={task !== undefined}
            change={(assignee) => change({ assignee })}
          />
        </FormGroup>
      )}
      <FormGroup label={say('priority')} labelFor={`${id}-priority`}>
        <HTMLSelect
          id={`${id}-priority`}
          fill
          value={values.priority}
          options={priorities.map((value) => ({ value, label: say(`priority_${value}`) }))}
          onChange={({ currentTarget }) => change({ priority: priorities.find((value) => value === currentTarget.value) ?? 'normal' })}
        />
      </FormGroup>
      {all ? (
        <MoreFields id={id} {...{ values, change, problem, mayAssign }} />
      ) : (
        <Button className="is-wide task-more" variant="minimal" onClick={() => setAll(true)}>
          {say('moreFields')}
        </Button>
      )}
    </div>
  )
}

interface MoreProps extends Pick<Props, 'values' | 'change'> {
  id: string
  problem: (name: string) => object
  mayAssign: boolean
}

/** The fields that most tasks do without. */
function MoreFields({ id, values, change, problem, mayAssign }: MoreProps) {
  const say = useMessages()
  return (
    <>
      <FormGroup className="is-wide" label={say('description')} labelFor={`${id}-description`} {...problem('description')}>
        <TextArea
          id={`${id}-description`}
          fill
          autoResize
          rows={3}
          maxLength={10_000}
          dir="auto"
          value={values.description}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
      </FormGroup>
      <FormGroup className="is-wide" label={say('checklist')} {...problem('checklist')}>
        <ChecklistInput items={values.checklist} change={(checklist) => change({ checklist })} />
      </FormGroup>
      <FormGroup label={say('remind')} labelFor={`${id}-remind`} {...problem('remind_at')} {...problem('remind_date')}>
        <InputGroup
          id={`${id}-remind`}
          type="datetime-local"
          fill
          value={values.remind}
          onChange={({ currentTarget }) => change({ remind: currentTarget.value })}
        />
      </FormGroup>
      <RecurrenceFields id={id} {...{ values, change, problem }} />
      {mayAssign && (
        <FormGroup className="is-wide" label={say('watchers')} labelFor={`${id}-watchers`} {...problem('watchers')}>
          <WatchersInput id={`${id}-watchers`} value={values.watchers} change={(watchers) => change({ watchers })} />
        </FormGroup>
      )}
    </>
  )
}

function RecurrenceFields({ id, values, change, problem }: Omit<MoreProps, 'mayAssign'>) {
  const say = useMessages()
  const { recurrence } = values
  return (
    <>
      <FormGroup label={say('recurrence')} labelFor={`${id}-recurrence`} {...problem('recurrence')}>
        <HTMLSelect
          id={`${id}-recurrence`}
          fill
          value={recurrence}
          options={recurrences.map((value) => ({ value, label: say(`recurrence_${value}`) }))}
          onChange={({ currentTarget }) => change({ recurrence: recurrences.find((value) => value === currentTarget.value) ?? 'none' })}
        />
      </FormGroup>
      {recurrence !== 'none' && recurrence !== 'workdays' && (
        <FormGroup label={say(`every_${recurrence}`)} labelFor={`${id}-every`} {...problem('recurrence_every')}>
          <InputGroup
            id={`${id}-every`}
            type="number"
            fill
            min={1}
            max={99}
            value={values.recurrence_every}
            onChange={({ currentTarget }) => change({ recurrence_every: currentTarget.value })}
          />
        </FormGroup>
      )}
      {recurrence !== 'none' && (
        <FormGroup
          label={say('recurrence_until')}
          labelInfo={`(${say('optional')})`}
          labelFor={`${id}-until`}
          helperText={say('recurrence_hint')}
          {...problem('recurrence_until')}
        >
          <InputGroup
            id={`${id}-until`}
            type="date"
            fill
            value={values.recurrence_until}
            onChange={({ currentTarget }) => change({ recurrence_until: currentTarget.value })}
          />
        </FormGroup>
      )}
    </>
  )
}
