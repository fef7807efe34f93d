import { Tag } from '@blueprintjs/core'
import { type InputProps, useResource } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Describes the filter of a group as text. The filter itself is set above the list of contacts. */
export default function FilterInput({ id, value, describedBy }: InputProps) {
  const say = useMessages()
  const contacts = useResource('contact')
  const conditions = Object.entries((value ?? {}) as Record<string, string>)
  const getLabel = (key: string) => contacts?.filters.find((filter) => filter.name === key.split('__')[0])?.label ?? key
  const describeValue = (key: string, value: string) => {
    const options = contacts?.filters.find((filter) => filter.name === key.split('__')[0])?.options ?? []
    return value
      .split(',')
      .map((part) => options.find((option) => String(option.value) === part)?.label ?? part)
      .join(', ')
  }
  return (
    <div id={id} tabIndex={-1} aria-describedby={describedBy}>
      {conditions.length === 0 && <Tag minimal>{say('anyContact')}</Tag>}
      {conditions.map(([key, value]) => (
        <Tag key={key} minimal>
          {getLabel(key)}: {describeValue(key, value)}
        </Tag>
      ))}
      <div className="field-hint">{say('filterHint')}</div>
    </div>
  )
}
