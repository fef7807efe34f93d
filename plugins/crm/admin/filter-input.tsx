import { Tag } from '@blueprintjs/core'
import { type InputProps, useResource } from 'stoa/admin'
import { useMessages } from './texts.ts'

/** Describes the filter of a group as text. The filter itself is set above the list of contacts. */
export default function FilterInput({ id, value, describedBy }: InputProps) {
  const say = useMessages()
  const contacts = useResource('contact')
  const conditions = Object.entries((value ?? {}) as Record<string, string>)
  const labelOf = (key: string) => contacts?.filters.find((filter) => filter.name === key.split('__')[0])?.label ?? key
  const saidOf = (key: string, said: string) => {
    const options = contacts?.filters.find((filter) => filter.name === key.split('__')[0])?.options ?? []
    return said
      .split(',')
      .map((one) => options.find((option) => String(option.value) === one)?.label ?? one)
      .join(', ')
  }
  return (
    <div id={id} tabIndex={-1} aria-describedby={describedBy}>
      {conditions.length === 0 && <Tag minimal>{say('anyContact')}</Tag>}
      {conditions.map(([key, said]) => (
        <Tag key={key} minimal>
          {labelOf(key)}: {saidOf(key, said)}
        </Tag>
      ))}
      <div className="field-hint">{say('filterHint')}</div>
    </div>
  )
}
