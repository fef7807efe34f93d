import { FieldSelect, type InputProps, useFormField } from 'stoa/admin'
import { useMessages } from './messages.ts'
import { useStages } from './use-stages.ts'

/** The stages of the chosen funnel. */
export default function StageInput({ value, onChange, ...input }: InputProps) {
  const say = useMessages()
  const { value: funnel } = useFormField<number | null>('funnel_id')
  const options = useStages(funnel).map(({ id, title }) => ({ value: id, label: title }))
  const there = typeof value === 'number' && options.some((option) => option.value === value)
  return (
    <FieldSelect
      {...input}
      value={there ? value : null}
      blank={say(funnel ? 'firstStage' : 'chooseFunnel')}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      options={options}
    />
  )
}
