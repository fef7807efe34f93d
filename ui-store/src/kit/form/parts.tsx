import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../shop.tsx'

/** Hint and error of a control. */
export interface ControlMessages {
  hint?: string | undefined
  problem?: string | undefined
}

/** ARIA attributes that connect a control with its hint and error. */
export const saying = (id: string, { hint, problem }: ControlMessages) => {
  const described = [problem !== undefined && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': problem !== undefined, ...(described ? { 'aria-describedby': described } : {}) }
}

/** Hint and error below a control. */
export const Below = ({ id, hint, problem }: ControlMessages & { id: string }) => (
  <>
    {hint && (
      <p className="muted small" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {problem !== undefined && (
      <p className="field-problem" id={`${id}-problem`}>
        {problem}
      </p>
    )}
  </>
)

export interface LabelProps {
  label: string
  /** Marks it as optional. */
  optional?: boolean | undefined
}

/** A control with label, hint and error. */
export const Labelled = ({
  id,
  label,
  optional,
  children,
  ...messages
}: LabelProps & ControlMessages & { id: string; children: ReactNode }) => {
  const t = useT()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="muted"> ({t('shell.form.optional')})</span>}
      </label>
      {children}
      <Below id={id} {...messages} />
    </div>
  )
}

/** Options of a select: value and text. */
export const Options = ({ options }: { options: readonly (readonly [value: string, text: string])[] }) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

/** One of several radio options. */
export interface Alternative {
  value: string
  title: string
  description?: string | undefined
  /** Price, at the end of the line. */
  price?: string | undefined
}

interface AlternativesProps extends ControlMessages {
  id: string
  legend: string
  choices: readonly Alternative[]
  /** Further props of each input. */
  input: (value: string) => ComponentProps<'input'>
}

/** Radio options with description and price. */
export const Alternatives = ({ id, legend, choices, input, ...messages }: AlternativesProps) => (
  <fieldset className="choices" id={id} tabIndex={-1} aria-describedby={saying(id, messages)['aria-describedby']}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map(({ value, title, description, price }) => (
      <label key={value} className="choice">
        <input type="radio" value={value} {...input(value)} />
        <span className="choice-text">
          <span className="choice-title">{title}</span>
          {description && <span className="muted small">{description}</span>}
        </span>
        {price !== undefined && <span className="choice-price">{price}</span>}
      </label>
    ))}
    <Below id={id} {...messages} />
  </fieldset>
)
