import { useQuery } from '@tanstack/react-query'
import { api, FieldSelect, type InputProps, useFormField, useT } from '#admin'
import { useTexts } from './texts.ts'

interface Stages {
  data: { id: number; title: string }[]
}

/** The stages of the funnel that was chosen. */
export default function StageInput({ value, onChange, ...input }: InputProps) {
  const say = useTexts()
  const { language } = useT()
  const { value: funnel } = useFormField<number | null>('funnel_id')
  const { data } = useQuery({
    queryKey: ['list', 'funnel', 'stages', funnel, language],
    queryFn: () => api<{ stages: Stages['data'] }>(`funnel/${funnel}`, { query: { language } }),
    enabled: Boolean(funnel),
  })
  const options = (data?.stages ?? []).map(({ id, title }) => ({ value: id, label: title }))
  const there = typeof value === 'number' && options.some((one) => one.value === value)
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
