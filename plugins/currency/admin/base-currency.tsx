import { CodeSelect, type InputProps, useFormField } from 'stoa/admin'

/** One of the currencies that are listed below it. */
export default function BaseCurrency(props: InputProps) {
  const { value: list } = useFormField<{ identifier: string }[] | null>('supported_currencies')
  return <CodeSelect {...props} codes={Array.isArray(list) ? list.map((one) => one.identifier) : []} />
}
