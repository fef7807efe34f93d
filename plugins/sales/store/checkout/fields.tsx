import { createContext, useContext } from 'react'
import { Alternatives, Labelled, Options, saying } from 'stoa/store/form/pieces'
import type { CheckoutForm, FieldName } from './form-state.ts'
import type { Problems } from './problems.ts'

interface FormContext {
  form: CheckoutForm
  problems: Problems
  set: (name: FieldName, value: string | boolean) => void
}

const Context = createContext<FormContext | null>(null)

export const FormProvider = Context.Provider

/** Context of the checkout form. */
export const useForm = (): FormContext => {
  const found = useContext(Context)
  if (!found) throw new Error('A checkout field stands outside its form')
  return found
}

/** Id of a field's control, for links from the error summary. */
export const fieldId = (name: FieldName): string => `checkout-${name}`

interface InputProps {
  name: FieldName
  label: string
  type?: string
  autoComplete?: string
  inputMode?: 'tel' | 'email'
  hint?: string
  optional?: boolean
  rows?: number
}

const useControl = (name: FieldName, hint?: string) => {
  const { form, problems, set } = useForm()
  const labelProps = { hint, problem: problems[name]?.join(' ') }
  return {
    said: labelProps,
    control: {
      id: fieldId(name),
      name,
      value: String(form[name]),
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
      ...saying(fieldId(name), labelProps),
    },
  }
}

/** A text input; multi-line with `rows`. */
export const TextField = ({ name, label, type = 'text', autoComplete, inputMode, hint, optional, rows }: InputProps) => {
  const { control, said } = useControl(name, hint)
  const shared = { ...control, autoComplete, required: !optional }
  return (
    <Labelled id={control.id} label={label} optional={optional} {...said}>
      {rows ? (
        <textarea rows={rows} maxLength={1000} {...shared} />
      ) : (
        <input type={type} inputMode={inputMode} maxLength={255} {...shared} />
      )}
    </Labelled>
  )
}

/** A select input. */
export const SelectField = ({ name, label, autoComplete, options }: InputProps & { options: [string, string][] }) => {
  const { control, said } = useControl(name)
  return (
    <Labelled id={control.id} label={label} {...said}>
      <select {...control} autoComplete={autoComplete}>
        <Options options={options} />
      </select>
    </Labelled>
  )
}

/** A checkbox. */
export const CheckField = ({ name, label }: { name: FieldName; label: string }) => {
  const { form, set } = useForm()
  return (
    <label className="check">
      <input type="checkbox" checked={form[name] === true} onChange={(event) => set(name, event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

/** Radio buttons with a description and a price. */
export const ChoiceField = ({
  name,
  legend,
  choices,
  onChoose,
}: {
  name: FieldName
  legend: string
  choices: { code: string; title: string; description: string; price?: string }[]
  /** Called after the choice is set. */
  onChoose?: (code: string) => void
}) => {
  const { form, problems, set } = useForm()
  return (
    <Alternatives
      id={fieldId(name)}
      legend={legend}
      problem={problems[name]?.join(' ')}
      choices={choices.map(({ code, ...option }) => ({ value: code, ...option }))}
      input={(code) => ({
        name,
        checked: form[name] === code,
        onChange: () => {
          set(name, code)
          onChoose?.(code)
        },
      })}
    />
  )
}
