import { CodeSelect, type InputProps, useFormField } from 'stoa/admin'

/** Selects the base currency among the supported currencies of the form. */
export default function BaseCurrency(props: InputProps) {
  const { value: list } = useFormField<{ identifier: string }[] | null>('supported_currencies')
  return <CodeSelect {...props} codes={Array.isArray(list) ? list.map((entry) => entry.identifier) : []} />
}
