import { useFormField } from '../../form/use-form-field.ts'
import { CodeSelect } from '../../widgets/base/code-select.tsx'
import type { InputProps } from '../../widgets/types.ts'

/** Selects one of the phone codes chosen in another field. */
export default function PhoneCode(props: InputProps) {
  const { value: codes } = useFormField<string[]>('supported_country_codes')
  return <CodeSelect {...props} codes={Array.isArray(codes) ? codes : []} say={(code) => `+${code}`} />
}
