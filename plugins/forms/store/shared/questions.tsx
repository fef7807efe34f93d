import type { FormView } from '../../api-types.ts'
import { FormField } from './field.tsx'

const underAnswers = (key: string) => `answers[${key}]`

/** The fields of a form inside another form, such as a booking: answers are sent under `answers`. */
export const FormQuestions = ({ form, problems }: { form: FormView; problems?: Readonly<Record<string, string[]>> | undefined }) => {
  const all = form.tabs.flatMap((tab) => tab.fields)
  return (
    <>
      <input type="hidden" name="form_version" value={form.form_version} />
      {form.tabs.map(({ title, fields }, i) => (
        <fieldset
          // Pages have no id.
          // oxlint-disable-next-line react/no-array-index-key
          key={i}
          className="forms-step"
        >
          {form.tabs.length > 1 && <legend>{title}</legend>}
          <div className="forms-fields">
            {fields
              .filter(({ type }) => type !== 'hidden')
              .map((field) => (
                <div key={field.key} className={field.class ? `forms-${field.class}` : ''}>
                  <FormField
                    url={form.url}
                    toParameterName={underAnswers}
                    field={field}
                    all={all}
                    given={{}}
                    problem={problems?.[`answers.${field.key}`]?.join(' ')}
                  />
                </div>
              ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}

/** Collects the values of `FormQuestions` under `answers`. */
export function withAnswers<V>(values: Readonly<Record<string, V>>): Record<string, unknown> {
  const answers: Record<string, V> = {}
  const rest: Record<string, V> = {}
  for (const [name, value] of Object.entries(values)) {
    const key = /^answers\[(.+)\]$/.exec(name)?.[1]
    if (key === undefined) rest[name] = value
    else answers[key] = value
  }
  const { form_version: version } = rest
  return { ...rest, ...(version === undefined ? {} : { form_version: Number(version), answers }) }
}
