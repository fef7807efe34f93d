import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../shop.tsx'

/** What is said of a control: a hint, and what is wrong with it. */
export interface Said {
  hint?: string | undefined
  problem?: string | undefined
}

/** What ties a control to what is said of it. */
export const saying = (id: string, { hint, problem }: Said) => {
  const described = [problem !== undefined && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': problem !== undefined, ...(described ? { 'aria-describedby': described } : {}) }
}

/** What is said of a control, below it. */
export const Below = ({ id, hint, problem }: Said & { id: string }) => (
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
  /** Says that it may be left blank. */
  optional?: boolean | undefined
}

/** A control below its label, with what is said of it. */
export const Labelled = ({ id, label, optional, children, ...said }: LabelProps & Said & { id: string; children: ReactNode }) => {
  const t = useT()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="muted"> ({t('shell.form.optional')})</span>}
      </label>
      {children}
      <Below id={id} {...said} />
    </div>
  )
}

/** What a list offers: each by its value and its text. */
export const Options = ({ options }: { options: readonly (readonly [value: string, text: string])[] }) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

/** One of a few alternatives. */
export interface Alternative {
  value: string
  title: string
  description?: string | undefined
  /** At the end of its line: what it costs. */
  price?: string | undefined
}

interface AlternativesProps extends Said {
  id: string
  legend: string
  choices: readonly Alternative[]
  /** What each of its inputs is given beside its value. */
  input: (value: string) => ComponentProps<'input'>
}

/** A few alternatives with room for a description and a price. */
export const Alternatives = ({ id, legend, choices, input, ...said }: AlternativesProps) => (
  <fieldset className="choices" id={id} tabIndex={-1} aria-describedby={saying(id, said)['aria-describedby']}>
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
    <Below id={id} {...said} />
  </fieldset>
)
