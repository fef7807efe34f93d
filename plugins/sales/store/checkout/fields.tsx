import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { useT } from '../../../../ui-store/src/kit/index.ts'
import type { CheckoutForm, FieldName } from './form-state.ts'
import type { Problems } from './problems.ts'

interface FormContext {
  form: CheckoutForm
  problems: Problems
  set: (name: FieldName, value: string | boolean) => void
}

const Context = createContext<FormContext | null>(null)

export const FormProvider = Context.Provider

/** The checkout form around a field. */
export const useForm = (): FormContext => {
  const found = useContext(Context)
  if (!found) throw new Error('A checkout field stands outside its form')
  return found
}

/** Id of a field's control, for links from the summary of problems. */
export const fieldId = (name: FieldName): string => `checkout-${name}`

const ProblemText = ({ name }: { name: FieldName }) => {
  const { problems } = useForm()
  const texts = problems[name]
  return texts ? (
    <p className="field-problem" id={`${fieldId(name)}-problem`}>
      {texts.join(' ')}
    </p>
  ) : null
}

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

const useControl = (name: FieldName, hint: string | undefined) => {
  const { form, problems, set } = useForm()
  const wrong = problems[name] !== undefined
  const described = [wrong && `${fieldId(name)}-problem`, hint && `${fieldId(name)}-hint`].filter(Boolean).join(' ')
  return {
    id: fieldId(name),
    name,
    value: String(form[name]),
    'aria-invalid': wrong,
    'aria-describedby': described || undefined,
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  }
}

const Labelled = ({
  name,
  label,
  optional,
  hint,
  children,
}: Pick<InputProps, 'name' | 'label' | 'optional' | 'hint'> & { children: ReactNode }) => {
  const t = useT()
  return (
    <div className="field">
      <label htmlFor={fieldId(name)}>
        {label}
        {optional && <span className="muted"> ({t('sales.optional')})</span>}
      </label>
      {children}
      {hint && (
        <p className="muted small" id={`${fieldId(name)}-hint`}>
          {hint}
        </p>
      )}
      <ProblemText name={name} />
    </div>
  )
}

/** One line of text, or several with `rows`. */
export const TextField = ({ name, label, type = 'text', autoComplete, inputMode, hint, optional, rows }: InputProps) => {
  const control = useControl(name, hint)
  const shared = { ...control, autoComplete, required: !optional }
  return (
    <Labelled name={name} label={label} {...(optional ? { optional } : {})} {...(hint ? { hint } : {})}>
      {rows ? (
        <textarea rows={rows} maxLength={1000} {...shared} />
      ) : (
        <input type={type} inputMode={inputMode} maxLength={255} {...shared} />
      )}
    </Labelled>
  )
}

/** A choice from a list. */
export const SelectField = ({ name, label, autoComplete, options }: InputProps & { options: [string, string][] }) => {
  const control = useControl(name, undefined)
  return (
    <Labelled name={name} label={label}>
      <select {...control} autoComplete={autoComplete}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** A yes-or-no question. */
export const CheckField = ({ name, label }: { name: FieldName; label: string }) => {
  const { form, set } = useForm()
  return (
    <label className="check">
      <input type="checkbox" checked={form[name] === true} onChange={(event) => set(name, event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

/** A few alternatives with room for a description and a price. */
export const ChoiceField = ({
  name,
  legend,
  choices,
  onChoose,
}: {
  name: FieldName
  legend: string
  choices: { code: string; title: string; description: string; price?: string }[]
  /** Told after the choice itself. */
  onChoose?: (code: string) => void
}) => {
  const { form, problems, set } = useForm()
  return (
    <fieldset
      className="choices"
      id={fieldId(name)}
      tabIndex={-1}
      aria-describedby={problems[name] ? `${fieldId(name)}-problem` : undefined}
    >
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ code, title, description, price }) => (
        <label key={code} className="choice">
          <input
            type="radio"
            name={name}
            value={code}
            checked={form[name] === code}
            onChange={() => {
              set(name, code)
              onChoose?.(code)
            }}
          />
          <span className="choice-text">
            <span className="choice-title">{title}</span>
            {description && <span className="muted small">{description}</span>}
          </span>
          {price !== undefined && <span className="choice-price">{price}</span>}
        </label>
      ))}
      <ProblemText name={name} />
    </fieldset>
  )
}
