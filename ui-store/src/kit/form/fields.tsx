import { type ChangeEventHandler, type ComponentProps, useContext, useId, useState } from 'react'
import { useT } from '../shop.tsx'
import { type Alternative, Alternatives, Below, Labelled, type LabelProps, Options, saying } from './parts.tsx'
import { FormContext } from './state.ts'

interface ControlOptions<E> {
  hint?: string | undefined
  /** Called on a change by the visitor. */
  onChange?: ChangeEventHandler<E> | undefined
}

/** Connects a control with the form around it, by name: the props of its element, and its messages. */
export const useControl = <E,>(name: string, { hint, onChange }: ControlOptions<E> = {}) => {
  const id = useId()
  const form = useContext(FormContext)
  const messages = { hint, problem: form?.getProblem(name) }
  return {
    said: messages,
    control: { id, ...(form?.register(name, onChange ? { onChange } : {}) ?? { name }), ...saying(id, messages) },
    below: <Below id={id} {...messages} />,
  }
}

type ManagedProps = 'name' | 'id' | 'ref' | 'onChange'
interface Named<E> extends LabelProps, ControlOptions<E> {
  name: string
}

/** A one-line text field. */
export const Field = ({
  name,
  label,
  optional,
  hint,
  onChange,
  ...input
}: Named<HTMLInputElement> & Omit<ComponentProps<'input'>, ManagedProps>) => {
  const { control, said } = useControl(name, { hint, onChange })
  return (
    <Labelled id={control.id} label={label} optional={optional} {...said}>
      <input type="text" maxLength={255} {...input} {...control} />
    </Labelled>
  )
}

/** A text field of several lines. */
export const Area = ({
  name,
  label,
  optional,
  hint,
  onChange,
  ...area
}: Named<HTMLTextAreaElement> & Omit<ComponentProps<'textarea'>, ManagedProps>) => {
  const { control, said } = useControl(name, { hint, onChange })
  return (
    <Labelled id={control.id} label={label} optional={optional} {...said}>
      <textarea rows={3} {...area} {...control} />
    </Labelled>
  )
}

/** A select; each option has a value and a text. */
export const Select = ({
  name,
  label,
  optional,
  hint,
  onChange,
  options,
  ...select
}: Named<HTMLSelectElement> & Omit<ComponentProps<'select'>, ManagedProps> & { options: readonly (readonly [string, string])[] }) => {
  const { control, said } = useControl(name, { hint, onChange })
  return (
    <Labelled id={control.id} label={label} optional={optional} {...said}>
      <select {...select} {...control}>
        <Options options={options} />
      </select>
    </Labelled>
  )
}

/** A checkbox. */
export const Tick = ({ name, label, checked = false }: { name: string; label: string; checked?: boolean }) => {
  const { control, below } = useControl(name)
  return (
    <>
      <label className="check">
        <input type="checkbox" {...control} defaultChecked={checked} />
        <span>{label}</span>
      </label>
      {below}
    </>
  )
}

/** Radio buttons with descriptions. */
export const Choice = ({
  name,
  label,
  choices,
  chosen,
}: {
  name: string
  label: string
  choices: readonly Alternative[]
  chosen?: string
}) => {
  const { control, said } = useControl(name)
  const { id, 'aria-describedby': _text, 'aria-invalid': _wrong, ...shared } = control
  return (
    <Alternatives id={id} legend={label} choices={choices} {...said} input={(value) => ({ ...shared, defaultChecked: value === chosen })} />
  )
}

/** A password field with a show button; supports pasting and password managers. */
export const Password = ({ name, label, hint, autoComplete }: { name: string; label: string; hint?: string; autoComplete: string }) => {
  const t = useT()
  const [isRevealed, setIsRevealed] = useState(false)
  const { control, said } = useControl(name, { hint })
  return (
    <Labelled id={control.id} label={label} {...said}>
      <div className="form-password">
        <input
          type={isRevealed ? 'text' : 'password'}
          maxLength={128}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          {...control}
        />
        <button type="button" className="text-button" aria-pressed={isRevealed} onClick={() => setIsRevealed(!isRevealed)}>
          {t(isRevealed ? 'shell.form.hide' : 'shell.form.show')}
          <span className="visually-hidden"> {label}</span>
        </button>
      </div>
    </Labelled>
  )
}
