import { FieldSelect, type InputProps } from 'stoa/admin'

/** Provider of a method; the fields below depend on it. The built-in method for zero amounts is not selectable. */
export default function ProviderInput({ value, ...input }: InputProps) {
  const chosen = typeof value === 'string' && value !== '' ? value : 'offline'
  return <FieldSelect {...input} value={chosen} options={(input.field.options ?? []).filter((option) => option.value !== 'free')} />
}
