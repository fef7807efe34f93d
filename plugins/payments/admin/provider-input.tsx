import { FieldSelect, type InputProps } from 'stoa/admin'

/** The provider of a method: which fields follow depends on it. Bills of nothing have a method of their own, which nobody sets up. */
export default function ProviderInput({ value, ...input }: InputProps) {
  const chosen = typeof value === 'string' && value !== '' ? value : 'offline'
  return <FieldSelect {...input} value={chosen} options={(input.field.options ?? []).filter((one) => one.value !== 'free')} />
}
