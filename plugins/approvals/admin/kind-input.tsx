import { FieldSelect, type InputProps, useAnswer } from '#admin'
import type { Kind } from '../wire.ts'
import { useTexts } from './texts.ts'

/** What a rule makes wait, by the names plugins give it. */
export default function KindInput({ value, ...input }: InputProps) {
  const say = useTexts()
  const kinds = useAnswer<{ data: Kind[] }>('approvals/kinds')?.data ?? []
  const chosen = typeof value === 'string' ? value : ''
  return (
    <FieldSelect
      {...input}
      value={chosen}
      blank={say('choose')}
      options={kinds.map(({ name, title }) => ({ value: name, label: title }))}
    />
  )
}
