import { useShop, useT } from 'stoa/store'
import { Area, Field, Select } from 'stoa/store/form'
import type { FieldView } from '../../api-types.ts'
import { FilesField } from './files.tsx'
import { TicksField } from './checkbox-group.tsx'

interface FormFieldProps {
  url: string
  /** Maps a field key to the parameter name. */
  toParameterName?: ParameterNamer
  field: FieldView
  /** Fields of the whole form. */
  all: readonly FieldView[]
  /** Values of hidden fields from the URL. */
  given: Readonly<Record<string, string>>
  problem: string | undefined
}

/** The parameter name of an answer, by field key. */
export type ParameterNamer = (key: string) => string
const ownName: ParameterNamer = (key) => key

const kinds = { email: 'email', url: 'url', noSpecific: 'text' } as const
const completing: Record<string, string> = {
  first_name: 'given-name',
  last_name: 'family-name',
  name: 'name',
  email: 'email',
  phone: 'tel-national',
  company: 'organization',
  address: 'street-address',
}

interface PhoneFieldProps {
  field: FieldView
  toParameterName: ParameterNamer
  code: FieldView | undefined
  label: LabelProps
  hint: Hint
}

/** Phone number with country code, where the form has a hidden code field. */
const PhoneField = ({ field, toParameterName, code, label, hint }: PhoneFieldProps) => {
  const { basic } = useShop().shell.settings
  const number = (
    <Field
      name={toParameterName(field.key)}
      type="tel"
      inputMode="tel"
      maxLength={30}
      autoComplete="tel-national"
      placeholder={field.placeholder}
      {...label}
      {...hint}
    />
  )
  if (!code) return number
  return (
    <div className="field-pair field-phone">
      <Select
        name={toParameterName(code.key)}
        label={code.title}
        defaultValue={basic.default_country_code}
        autoComplete="tel-country-code"
        options={basic.supported_country_codes.map((countryCode) => [countryCode, `+${countryCode}`] as const)}
      />
      {number}
    </div>
  )
}

interface LabelProps {
  label: string
  optional: boolean
  required: boolean
}
type Hint = { hint?: string }

/** One field of a form. */
export const FormField = ({ url, toParameterName = ownName, field, all, given, problem }: FormFieldProps) => {
  const t = useT()
  const { key, type, title, placeholder, required, additional_options: o } = field
  const name = toParameterName(key)
  const label = { label: title, optional: !required, required }
  // Server-side validation message for a browser without JavaScript.
  const hint: Hint = problem === undefined ? {} : { hint: problem }
  switch (type) {
    case 'hidden':
      return o.from_query && given[key] ? <input type="hidden" name={name} value={given[key]} /> : null
    case 'textarea':
      return <Area name={name} rows={5} maxLength={o.max ?? 5_000} placeholder={placeholder} {...label} {...hint} />
    case 'single_select':
      return (
        <Select
          name={name}
          defaultValue=""
          options={[['', placeholder || t('forms.choose')], ...(o.options ?? []).map((option) => [option.value, option.label] as const)]}
          {...label}
          {...hint}
        />
      )
    case 'multiple_checkbox':
      return <TicksField name={name} field={field} hint={problem} />
    case 'file':
      return <FilesField url={url} name={name} field={field} />
    case 'phone':
      return (
        <PhoneField
          field={field}
          toParameterName={toParameterName}
          code={all.find((candidate) => candidate.key === o.country_code_key && candidate.type === 'hidden')}
          label={label}
          hint={hint}
        />
      )
    default:
      return (
        <Field
          name={name}
          type={kinds[o.rule ?? 'noSpecific']}
          minLength={o.min}
          maxLength={o.max ?? 1_000}
          pattern={o.pattern}
          placeholder={placeholder}
          autoComplete={completing[key]}
          {...label}
          {...hint}
        />
      )
  }
}
